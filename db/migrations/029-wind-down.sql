-- The end of the service: announced by two, taken back until its date.

create table wind_downs (
	id uuid primary key,
	announced_at timestamptz not null,
	-- Until then people withdraw what they have.
	ends_at timestamptz not null check (ends_at > announced_at),
	taken_back_at timestamptz check (taken_back_at < ends_at),
	-- How many were told of it as it stands, and when nobody was left who was to be told.
	told integer not null default 0,
	told_at timestamptz
);

create unique index wind_downs_one on wind_downs ((true)) where taken_back_at is null;

-- What was owed on each day of it, in hundredths of R$.
create table owed_days (
	day date primary key,
	spendable bigint not null,
	held_back bigint not null,
	on_its_way bigint not null
);

alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check check (kind in
	('withdrawal-paid', 'withdrawal-refunded', 'credit-held', 'paused', 'resumed', 'banned', 'unbanned', 'message',
		'game-account-lost', 'claim-settled', 'claim-declined', 'claim-asked', 'claim-paid-twice', 'thread-answered',
		'winding-down', 'going-on'));
