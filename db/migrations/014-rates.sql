-- Rates and boosts. Rows never change: the last one that began is in force.

-- Value of one $. Null `country`: all other countries. Null `rate`: the wall's rate, or that of its entry.
create table wall_rates (
	id bigint generated always as identity primary key,
	wall text not null,
	country text check (country ~ '^[A-Z]{2}$'),
	-- Hundredths of R$.
	rate bigint check (rate > 0),
	from_at timestamptz not null,
	set_at timestamptz not null
);

-- In percent; 0 ends a boost early.
create table wall_boosts (
	id bigint generated always as identity primary key,
	wall text not null,
	percent integer not null check (percent between 0 and 1000),
	from_at timestamptz not null,
	until_at timestamptz not null check (until_at > from_at),
	set_at timestamptz not null
);

-- The row that set the rate of a transfer.
alter table transfers add column terms_id bigint;

alter table waiting_reversals add column by_payout boolean not null default false;
