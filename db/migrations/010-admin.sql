-- What the admin area reads, kept so that it is exact and fast at any size without slowing what writes it.

-- A credit must not touch an index of its wallet, so the order of the users' list is kept here, and follows within a
-- minute (server/admin/rank-earners.ts); whoever moved since is read from the wallets themselves.
alter table users add column earned_rank bigint not null default 0;

update users set earned_rank = earned from wallets where wallets.uid = users.uid and earned <> 0;

create index users_by_earned on users (earned_rank desc, uid desc);
create index users_by_last_access on users (coalesce(last_access, '-infinity'::timestamptz) desc, uid desc);
create index users_created on users (created_at);
create index wallets_closed on wallets (closed_at) where closed_at is not null;

-- All pieces of a name that are one to three letters long. A name contains a text if it has all of the text's pieces and
-- then the text itself; unlike trigrams alone this finds two letters as fast as ten, and needs no extension.
create function name_pieces(name text) returns text[]
	language sql immutable strict parallel safe
as $$
	select coalesce(array_agg(distinct substr(name, start, size)), '{}')
	from generate_series(1, 3) size, generate_series(1, length(name) - size + 1) start
$$;

-- Not on `users`, whose rows change with every visit.
create index linked_game_accounts_pieces on linked_game_accounts using gin (name_pieces(roblox_username));

-- How far each derived figure has come: everything before `until` is in it.
create table figure_marks (
	name text primary key check (name in ('users', 'earners', 'earnings')),
	until timestamptz not null,
	-- Users that there were at `until`, for the row of that name.
	value bigint not null default 0
);

insert into figure_marks (name, until) values ('users', 'epoch'), ('earners', now()), ('earnings', 'epoch');

-- The earnings_buckets of whole days (UTC) that are long over, added up: a total reads these and the last few days'
-- buckets instead of years of them.
create table earnings_days (
	wall text not null,
	day timestamptz not null,
	payout_micros bigint not null,
	primary key (day, wall)
);

-- How many different users were here between any two quarters of an hour up to 30 hours apart, without a record of who
-- was here when: away_for[n] counts those who came in this quarter and had not been here in the n - 1 before it.
create table visits (
	starts_at timestamptz primary key,
	away_for integer[] not null
);

insert into visits (starts_at, away_for)
select date_bin('15 minutes', last_access, 'epoch'), array_fill(count(*)::int, array[120])
from users where last_access is not null group by 1;

-- Requests of partners are kept this long; what they booked stays.
alter table offerwall_settings
	add column keep_callbacks_days integer not null default 180 check (keep_callbacks_days between 30 and 3650);

-- Finds a user's callbacks. A b-tree would double what writing a callback costs (docs/admin-api.md); this is built by
-- vacuum, a range of pages at a time, after they are full.
create index callbacks_uid on callbacks using brin (uid uuid_bloom_ops) with (pages_per_range = 128, autosummarize = on);
-- The pages that are not in it yet are read through, so the one by time is to keep up too.
alter index transfers_at set (autosummarize = on);
