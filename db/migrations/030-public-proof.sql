-- Transfer log (RFC 6962), signed checkpoints and public keys.

-- A user's key makes leaves unlinkable; deleting the account erases it. The first row is the house's.
create table proof_people (
	uid uuid primary key,
	key bytea check (octet_length(key) = 32)
);

insert into proof_people
values ('00000000-0000-0000-0000-000000000000', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

insert into proof_people (uid) select uid from users where deleted_at is not null;

-- Up to `settled_id` no transfer can appear any more; up to `next_settled_id` once the transactions in `waits_for` end.
create table transfer_log (
	name text primary key check (name = 'log'),
	count bigint not null,
	settled_id bigint not null,
	next_settled_id bigint not null,
	waits_for text[] not null
);

insert into transfer_log values ('log', 0, 0, 0, '{}');

-- 1024 leaves per row.
create table transfer_log_chunks (
	chunk bigint primary key,
	leaves integer not null check (leaves between 1 and 1024),
	hashes bytea not null check (octet_length(hashes) = 32 * leaves),
	-- Differences of transfer ids (server/public-proof/packed-ids.ts).
	ids bytea not null,
	ids_within int8range not null,
	-- Null until all 1024 leaves exist.
	root bytea check ((root is not null) = (leaves = 1024))
);

alter table transfer_log_chunks alter column hashes set storage external;

create index transfer_log_chunks_ids on transfer_log_chunks using gist (ids_within);

create index transfers_id on transfers using brin (id) with (pages_per_range = 32, autosummarize = on);

create table proof_keys (
	id text primary key check (id ~ '^[0-9a-f]{16}$'),
	public_key bytea not null check (octet_length(public_key) = 32),
	valid_from timestamptz not null,
	valid_until timestamptz,
	-- The previous key, which signed this one.
	signed_by text references proof_keys (id),
	signature text
);

create table proof_checkpoints (
	n bigint primary key check (n > 0),
	at timestamptz not null,
	transfers bigint not null,
	body text not null,
	-- Published before a restore to an earlier time.
	is_lost boolean not null default false
);

create table proof_settings (
	hash text primary key,
	body text not null
);

create table proof_checks (
	day date primary key,
	checked_at timestamptz not null,
	transfers bigint not null,
	problems jsonb not null
);
