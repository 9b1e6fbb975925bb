-- In hundredths of R$ per user and day (UTC); null: no limit. WITHDRAW_DAILY_CAP wins.
alter table payout_settings add column person_day_cap bigint check (person_day_cap >= 0);

create table seeds (
	name text primary key check (name in ('site-caps', 'person-cap')),
	at timestamptz not null
);

-- `amount`: a large credit. `speed`: the wall paid far more than usual in that hour.
alter table held_credits add column cause text check (cause in ('amount', 'speed'));

create index held_credits_braked on held_credits (release_at) where cause is not null and outcome is null;
create index held_credits_fast on held_credits (wall, release_at) where cause = 'speed';
