create table offerwalls (
	id text primary key check (id ~ '^[a-z0-9][a-z0-9_-]{0,39}$'),
	-- Detects concurrent changes.
	version integer not null check (version > 0),
	entry jsonb not null,
	-- Sealed with SECRETS_KEY. Null: the wall was removed; its books stay.
	secrets text,
	added_at timestamptz not null,
	removed_at timestamptz,
	check ((secrets is null) = (removed_at is not null))
);

alter table offerwall_changes add column position integer;
