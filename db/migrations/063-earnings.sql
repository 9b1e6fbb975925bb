-- Figures per month of joining and age. Published rows never change (db/grants.sql).
create table published_earnings (
	month date not null,
	age_days integer not null,
	cells jsonb not null,
	published_at timestamptz not null,
	primary key (month, age_days)
);
-- The country of a user's first sign-in. Needed to recompute what was published, so it outlives the account. Once the
-- last figures of a month are published, only countries shown in them stay.
create table joined_countries (uid uuid primary key, country text not null, month date not null);
create index proof_checkpoints_earnings on proof_checkpoints ((body::jsonb ->> 'earnings'), n)
	where body::jsonb ->> 'earnings' is not null;
