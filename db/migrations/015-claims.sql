create table claims (
	uid uuid not null,
	-- `C-` and twelve letters.
	reference text not null,
	opened_at timestamptz not null,
	changed_at timestamptz not null,
	wall text not null,
	offer_id text,
	offer_key text,
	title text,
	goal text,
	steps integer not null,
	note text,
	answer text not null,
	state text not null check (state in ('open', 'asked-partner', 'settled', 'declined')),
	amount bigint check (amount > 0),
	adjustment_id uuid,
	-- The part that is taken back if the partner pays later.
	left_amount bigint not null default 0 check (left_amount >= 0),
	said text,
	primary key (uid, reference),
	check (left_amount = 0 or adjustment_id is not null)
);

create unique index claims_open_once on claims (uid, wall, coalesce(offer_key, '')) where state in ('open', 'asked-partner');
-- Booking reads this for each credit.
create index claims_watched on claims (uid) where left_amount > 0 or (state in ('open', 'asked-partner') and offer_key is not null);
create index claims_by_time on claims (opened_at desc, reference desc);
create index claims_waiting on claims (opened_at) where state in ('open', 'asked-partner');

-- Resized screenshots, kept for 30 days at most.
create table claim_pictures (
	uid uuid not null,
	reference text not null,
	position integer not null,
	added_at timestamptz not null,
	bytes bytea not null,
	primary key (uid, reference, position),
	foreign key (uid, reference) references claims (uid, reference) on delete cascade
);

create index claim_pictures_added on claim_pictures (added_at);

-- Credits of each wall and day (UTC).
create table wall_days (
	wall text not null,
	day timestamptz not null,
	credits bigint not null,
	primary key (wall, day)
);
