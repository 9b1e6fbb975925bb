-- What keeps a stolen secret or a wrong rate from emptying the site before anybody looks.

-- Hundredths of R$ that one person may ask for in a day of UTC, where WITHDRAW_DAILY_CAP does not say. Null: no limit.
alter table payout_settings add column person_day_cap bigint check (person_day_cap >= 0);

-- What production gave this database once: what an operator changes or takes away afterwards stays as they left it.
create table seeds (
	name text primary key check (name in ('site-caps', 'person-cap')),
	at timestamptz not null
);

-- Why a credit is held back beyond what its wall's settings say: `amount`, it is large; `speed`, its wall paid far more in
-- that hour than it ever does.
alter table held_credits add column cause text check (cause in ('amount', 'speed'));

create index held_credits_braked on held_credits (release_at) where cause is not null and outcome is null;
create index held_credits_fast on held_credits (wall, release_at) where cause = 'speed';
