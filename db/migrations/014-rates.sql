-- R$ for one $, and boosts, with the time in which each holds. A row is never changed: the one that begins last before a
-- moment is in force then, and of those that begin at once the newest.

-- What one $ of a wall is worth; `country` null: wherever no country has a rate of its own. Before the first row, and where
-- `rate` is null, it is as if there were none: for a country the wall's, for a wall what its entry says. Who set it is in the audit.
create table wall_rates (
	id bigint generated always as identity primary key,
	wall text not null,
	country text check (country ~ '^[A-Z]{2}$'),
	-- Hundredths of R$.
	rate bigint check (rate > 0),
	from_at timestamptz not null,
	set_at timestamptz not null
);

-- What we give on top of a wall's credits, in percent; 0 ends a boost early.
create table wall_boosts (
	id bigint generated always as identity primary key,
	wall text not null,
	percent integer not null check (percent between 0 and 1000),
	from_at timestamptz not null,
	until_at timestamptz not null check (until_at > from_at),
	set_at timestamptz not null
);

-- The row by which a transfer was reckoned: of wall_rates for a credit, of wall_boosts for a boost. Null: by no row.
alter table transfers add column terms_id bigint;

-- A reversal that is to take back as large a share of its credit as the partner takes of what it paid.
alter table waiting_reversals add column by_payout boolean not null default false;
