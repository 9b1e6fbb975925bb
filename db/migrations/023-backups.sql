-- Backups of this database. A restored database starts without any.

create table backups (
	name text primary key,
	started_at timestamptz not null,
	share real not null default 0,
	-- Null: running or failed.
	finished_at timestamptz,
	bytes bigint,
	transfers bigint,
	verified_at timestamptz,
	verify_ms integer,
	problem text
);

create table backup_archive (
	name text primary key check (name = 'archive'),
	segment text,
	archived_at timestamptz,
	failing_since timestamptz,
	problem text,
	-- WAL was dropped before it filled the disk, so the next backup starts a new chain.
	has_gap boolean not null default false,
	decrypted_at timestamptz
);

insert into backup_archive (name) values ('archive');

-- Payouts stay off until an admin has reviewed the restore.
create table restorations (
	id bigint generated always as identity primary key,
	restored_at timestamptz not null,
	backup text not null,
	until timestamptz not null,
	-- {sessions, walls: [{wall, last_at}], gap, orders: [{order_id, vendor, ours, theirs}]}
	findings jsonb not null,
	asked_at timestamptz,
	lifted_at timestamptz
);
