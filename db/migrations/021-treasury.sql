-- Sum of all wallets, as changes that a job merges.
create table wallet_totals (
	balance bigint not null,
	pending bigint not null,
	-- Total of negative wallets, as a positive amount.
	below_zero bigint not null
);

insert into wallet_totals
select coalesce(sum(balance), 0), coalesce(sum(pending), 0), coalesce(sum(greatest(-balance, 0)), 0)
from wallets where closed_at is null;

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

-- Invoices and payments in millionths of $. Rows never change; a negative row corrects one.
create table wall_payments (
	id bigint generated always as identity primary key,
	-- From the form, so that a repeated request is one row.
	request_id uuid not null unique,
	wall text not null,
	month date not null check (extract(day from month) = 1),
	kind text not null check (kind in ('invoiced', 'paid')),
	micros bigint not null check (micros <> 0),
	reference text,
	entered_at timestamptz not null
);

create index wall_payments_month on wall_payments (wall, month);

-- Reconciliation settings. Without a row the partner's time zone applies.
create table wall_reports (
	wall text primary key,
	zone text,
	-- Tolerance in millionths of $ and in thousandths of what we booked; the larger applies.
	tolerance_micros bigint check (tolerance_micros >= 0),
	tolerance_permille integer check (tolerance_permille between 0 and 1000),
	asked_at timestamptz,
	problem text
);

-- Amounts that a partner reported; the newest counts.
create table report_days (
	wall text not null,
	day date not null,
	told_at timestamptz not null,
	micros bigint not null,
	reconciled_micros bigint,
	source text not null check (source in ('api', 'csv')),
	primary key (wall, day, told_at)
);

-- Days on which report and books differ.
create table report_differences (
	wall text not null,
	day date not null,
	ours_micros bigint not null,
	theirs_micros bigint not null,
	found_at timestamptz not null,
	changed_at timestamptz not null,
	-- `agreed`: equal now. `settled`: a person closed it; other figures open it again.
	state text not null check (state in ('open', 'agreed', 'settled')),
	primary key (wall, day)
);

create index report_differences_open on report_differences (day) where state = 'open';

-- An alert fires below this many days of cover.
alter table payout_settings add column cover_alert_days integer check (cover_alert_days between 1 and 3650);

create table found_cover (
	name text primary key check (name = 'cover'),
	days double precision not null,
	found_at timestamptz not null
);
