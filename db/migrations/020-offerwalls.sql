-- Walls that are kept in the admin area, beside those of OFFERWALLS_FILE.

create table offerwalls (
	id text primary key check (id ~ '^[a-z0-9][a-z0-9_-]{0,39}$'),
	-- Counts every change, so that of two who change at once the later is told.
	version integer not null check (version > 0),
	-- As the file would have it, without what is secret.
	entry jsonb not null,
	-- What is secret of it, sealed with SECRETS_KEY. Null: the wall was removed; its books stay, and so does its partner.
	secrets text,
	-- New ones stand behind older ones.
	added_at timestamptz not null,
	removed_at timestamptz,
	check ((secrets is null) = (removed_at is not null))
);

-- Where the wall stands among others, of the file or not. Null: where it would stand by itself, behind those with a place.
alter table offerwall_changes add column position integer;
