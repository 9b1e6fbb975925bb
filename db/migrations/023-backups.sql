-- What is known of backups of this database. A restored one begins without any.

create table backups (
	name text primary key,
	started_at timestamptz not null,
	-- How much of it is copied, 0 to 1.
	share real not null default 0,
	-- What was acknowledged before this moment is in it. Null: under way, or it failed.
	finished_at timestamptz,
	-- As stored.
	bytes bigint,
	transfers bigint,
	-- When it was restored and its books held, and how long that took. Null: not yet, or it did not.
	verified_at timestamptz,
	verify_ms integer,
	problem text
);

create table backup_archive (
	name text primary key check (name = 'archive'),
	-- The last segment of the log that was taken away, and when.
	segment text,
	archived_at timestamptz,
	failing_since timestamptz,
	problem text,
	-- Something was thrown away before it filled the disk: the next backup begins a new chain.
	has_gap boolean not null default false,
	-- When an encrypted backup was last read by somebody with its identity.
	decrypted_at timestamptz
);

insert into backup_archive (name) values ('archive');

-- Payouts stay off until somebody who may switch them on has seen what the world knows better.
create table restorations (
	id bigint generated always as identity primary key,
	restored_at timestamptz not null,
	backup text not null,
	-- The last moment that is in it.
	until timestamptz not null,
	-- {sessions, walls: [{wall, last_at}], gap, orders: [{order_id, vendor, ours, theirs}]}; `orders` once the vendors were asked.
	findings jsonb not null,
	asked_at timestamptz,
	lifted_at timestamptz
);
