-- What is owed, by whom we are owed, and what partners say of it.

-- What all open wallets hold, as changes that add up: a look at the treasury reads few rows, however many wallets there are.
-- Every write of the ledger adds one, and waits for nobody; a job folds them.
create table wallet_totals (
	balance bigint not null,
	pending bigint not null,
	-- What wallets below zero lack, as a positive amount.
	below_zero bigint not null
);

insert into wallet_totals
select coalesce(sum(balance), 0), coalesce(sum(pending), 0), coalesce(sum(greatest(-balance, 0)), 0)
from wallets where closed_at is null;

-- The account_buckets of whole days (UTC) that are long over, added up; as far as the figure mark `earnings`.
create table account_days (
	account text not null,
	day timestamptz not null,
	debited bigint not null,
	credited bigint not null,
	primary key (account, day)
);

insert into account_days (account, day, debited, credited)
select account, date_bin('1 day', starts_at, 'epoch'), sum(debited), sum(credited) from account_buckets
where starts_at < (select until from figure_marks where name = 'earnings') group by 1, 2;

-- What a wall has been invoiced for and has paid, in millionths of $; what takes back is negative. Never changed: a mistake is
-- taken back by another row. Who entered it, and why, is in the audit.
create table wall_payments (
	id bigint generated always as identity primary key,
	-- Made by the form: sent twice, it is one row.
	request_id uuid not null unique,
	wall text not null,
	-- The first day of the month that it is for.
	month date not null check (extract(day from month) = 1),
	kind text not null check (kind in ('invoiced', 'paid')),
	micros bigint not null check (micros <> 0),
	-- The invoice's or the transfer's own number.
	reference text,
	entered_at timestamptz not null
);

create index wall_payments_month on wall_payments (wall, month);

-- How a wall's report is compared, and how asking for it went. Without a row the partner's zone and no tolerance but rounding.
create table wall_reports (
	wall text primary key,
	-- IANA name of the zone whose days the partner counts by; null: as its contract says.
	zone text,
	-- A difference is told from so much on: millionths of $, or thousandths of what we booked, whichever is more.
	tolerance_micros bigint check (tolerance_micros >= 0),
	tolerance_permille integer check (tolerance_permille between 0 and 1000),
	asked_at timestamptz,
	-- Why the last answer could not be used; null where it could.
	problem text
);

-- What a partner said that it owes for one of its days, each time that it said something else: the newest counts.
create table report_days (
	wall text not null,
	day date not null,
	told_at timestamptz not null,
	micros bigint not null,
	-- What the partner names beside it as taken back, where it does.
	reconciled_micros bigint,
	source text not null check (source in ('api', 'csv')),
	primary key (wall, day, told_at)
);

-- Days on which a report and the books differ, or did. Nothing is booked by it.
create table report_differences (
	wall text not null,
	day date not null,
	ours_micros bigint not null,
	theirs_micros bigint not null,
	found_at timestamptz not null,
	changed_at timestamptz not null,
	-- `agreed`: the two are alike by now. `settled`: a person has ended it; other figures open it again.
	state text not null check (state in ('open', 'agreed', 'settled')),
	primary key (wall, day)
);

create index report_differences_open on report_differences (day) where state = 'open';

-- Below so many days of cover an alert is raised; null: never. The cover as it was found last, for /metrics.
alter table payout_settings add column cover_alert_days integer check (cover_alert_days between 1 and 3650);

create table found_cover (
	name text primary key check (name = 'cover'),
	days double precision not null,
	found_at timestamptz not null
);
