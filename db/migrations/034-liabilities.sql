-- What is owed to people, as a tree of each day that each of them can find their own amount in. No row names anybody: which leaf is
-- whose, only the key of a person tells (proof_people), and it goes with their account.

create table liability_trees (
	day date primary key,
	-- The checkpoint that published it.
	checkpoint bigint not null,
	at timestamptz not null,
	-- Random. With a person's key it makes their salt and their place.
	seed bytea not null check (octet_length(seed) = 32),
	people bigint not null,
	-- Roots over each 1024 leaves, or over all of fewer: for each its sum (8 bytes, big-endian) and its hash (32).
	roots bytea not null,
	root bytea not null check (octet_length(root) = 32),
	sum numeric not null
);

-- 1024 leaves in a row. Chunks of padding alone are in `roots` only.
create table liability_chunks (
	day date not null,
	chunk integer not null,
	-- Leaves are in order of their places; this is the first one's.
	first_place bytea not null,
	-- 32 bytes for each leaf, padding included.
	hashes bytea not null,
	-- For each person's leaf in hundredths of R$, 8 bytes each: spendable, held back, on its way.
	amounts bytea not null,
	primary key (day, chunk)
);

alter table liability_chunks alter column hashes set storage external;
