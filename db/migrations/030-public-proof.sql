-- What anybody can check the books by: a log of transfers (RFC 6962), signed checkpoints of it, and the keys that sign.

-- A person's key, which makes their leaves unlinkable and goes with their account: null from then on. The first row is the house's.
create table proof_people (
	uid uuid primary key,
	key bytea check (octet_length(key) = 32)
);

insert into proof_people
values ('00000000-0000-0000-0000-000000000000', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

insert into proof_people (uid) select uid from users where deleted_at is not null;

-- A job takes committed transfers in the order in which it finds them. Up to `settled_id` there is none that could still come;
-- up to `next_settled_id` there will be none once the transactions in `waits_for` (virtual ids) are over.
create table transfer_log (
	name text primary key check (name = 'log'),
	count bigint not null,
	settled_id bigint not null,
	next_settled_id bigint not null,
	waits_for text[] not null
);

insert into transfer_log values ('log', 0, 0, 0, '{}');

-- 1024 leaves in a row: a transfer costs its hash and little more.
create table transfer_log_chunks (
	chunk bigint primary key,
	leaves integer not null check (leaves between 1 and 1024),
	-- 32 bytes for each leaf.
	hashes bytea not null check (octet_length(hashes) = 32 * leaves),
	-- Which transfers they are of: differences of ids, packed (server/public-proof/packed-ids.ts).
	ids bytea not null,
	ids_within int8range not null,
	-- The root over all 1024; null until they are there.
	root bytea check ((root is not null) = (leaves = 1024))
);

alter table transfer_log_chunks alter column hashes set storage external;

create index transfer_log_chunks_ids on transfer_log_chunks using gist (ids_within);

-- The job and its check read transfers by ranges of ids. BRIN, as for the time: rows arrive in about this order.
create index transfers_id on transfers using brin (id) with (pages_per_range = 32, autosummarize = on);

-- Public halves alone.
create table proof_keys (
	id text primary key check (id ~ '^[0-9a-f]{16}$'),
	public_key bytea not null check (octet_length(public_key) = 32),
	valid_from timestamptz not null,
	valid_until timestamptz,
	-- The key before it, which says that this one follows; null for the first, or where the one before was lost.
	signed_by text references proof_keys (id),
	signature text
);

create table proof_checkpoints (
	n bigint primary key check (n > 0),
	at timestamptz not null,
	transfers bigint not null,
	-- As published: canonical JSON.
	body text not null,
	-- Published before the site was brought back to an earlier moment: its log went further than the one that goes on.
	is_lost boolean not null default false
);

-- What was published at /proof/settings, by its hash.
create table proof_settings (
	hash text primary key,
	body text not null
);

-- What the daily look found: whether each transfer is as it was sealed, and each root as it was published.
create table proof_checks (
	day date primary key,
	checked_at timestamptz not null,
	transfers bigint not null,
	problems jsonb not null
);
