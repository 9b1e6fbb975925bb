create table wind_downs (
	id uuid primary key,
	announced_at timestamptz not null,
	ends_at timestamptz not null check (ends_at > announced_at),
	taken_back_at timestamptz check (taken_back_at < ends_at),
	told integer not null default 0,
	told_at timestamptz
);

create unique index wind_downs_one on wind_downs ((true)) where taken_back_at is null;

-- Liabilities of each day, in hundredths of R$.
create table owed_days (
	day date primary key,
	spendable bigint not null,
	held_back bigint not null,
	on_its_way bigint not null
);
