-- A Merkle sum tree of each day's liabilities. Only a user's key (proof_people) finds the user's leaf.

create table liability_trees (
	day date primary key,
	checkpoint bigint not null,
	at timestamptz not null,
	-- Random; salts and places derive from it and the users' keys.
	seed bytea not null check (octet_length(seed) = 32),
	people bigint not null,
	-- Per 1024 leaves: sum (8 bytes, big-endian) and hash (32).
	roots bytea not null,
	root bytea not null check (octet_length(root) = 32),
	sum numeric not null
);

create table liability_chunks (
	day date not null,
	chunk integer not null,
	-- Leaves are in order of their places.
	first_place bytea not null,
	-- 32 bytes per leaf, padding included.
	hashes bytea not null,
	-- Hundredths of R$, 8 bytes each: spendable, held, on its way.
	amounts bytea not null,
	primary key (day, chunk)
);

alter table liability_chunks alter column hashes set storage external;
