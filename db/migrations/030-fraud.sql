-- From where and with what an account is used: one row for each place, brought forward from the log of ways in.
create table sign_in_places (
	uid uuid not null,
	-- An IPv4 address, or the first 64 bits of an IPv6 one.
	address text not null,
	-- In words: `Firefox on Windows`.
	device text not null,
	-- ISO 3166, by an offline table. Null: not known.
	country text,
	first_at timestamptz not null,
	last_at timestamptz not null,
	primary key (uid, address, device)
);

create index sign_in_places_address on sign_in_places (address);

-- Whose game account a withdrawal paid: one that several accounts here were paid to is told by it.
create index withdrawals_platform_user on withdrawals (platform_user_id) where platform_user_id is not null;

-- What speaks for a closer look at a user, each with its reason in figures. A job writes them; nobody is banned by them.
create table fraud_signals (
	uid uuid not null,
	signal text not null,
	points integer not null check (points between 1 and 100),
	details jsonb not null,
	found_at timestamptz not null,
	primary key (uid, signal)
);

create table fraud_cases (
	uid uuid primary key,
	state text not null check (state in ('open', 'watching', 'closed')),
	-- The points of its signals added up, 100 at most.
	score integer not null check (score between 0 and 100),
	-- What it was when the case was closed: a higher one opens it again.
	closed_score integer,
	opened_at timestamptz not null,
	changed_at timestamptz not null
);

create index fraud_cases_list on fraud_cases (state, score desc, uid desc);

-- What admins found out. Only added to.
create table fraud_notes (
	id bigint generated always as identity primary key,
	uid uuid not null,
	at timestamptz not null,
	actor uuid not null,
	text text
);

create index fraud_notes_uid on fraud_notes (uid, id);

-- How far the job has come: in the log of events, and in time.
create table fraud_progress (
	name text primary key check (name = 'fraud'),
	event_id bigint not null,
	until timestamptz not null
);

insert into fraud_progress values ('fraud', 0, now());

-- What happened to one order; and what a vendor said of it goes with its owner.
create index log_entries_order on log_entries (order_id, id) where order_id is not null;

-- Who redeemed a code from the same network.
create index promo_redemptions_network on promo_redemptions (network, code) where network is not null;
