-- State of each feed. Nodes read the offers again when `version` changes.
create table feeds (
	wall text primary key,
	version bigint not null default 0,
	fetched_at timestamptz,
	next_at timestamptz not null,
	failures integer not null default 0,
	problem text,
	offers integer not null default 0,
	skipped integer not null default 0,
	skipped_why text,
	digest text
);

-- The id derives from wall and key, so a returning offer keeps it.
create table offers (
	id text primary key,
	wall text not null,
	key text not null,
	document jsonb not null,
	first_seen_at timestamptz not null,
	gone_at timestamptz,
	unique (wall, key)
);

create index offers_gone on offers (gone_at) where gone_at is not null;

-- Clicks, for claims and rates. Kept for 90 days at most.
create table clicks (
	uid uuid not null,
	id uuid not null,
	at timestamptz not null,
	wall text not null,
	offer_id text not null,
	offer_key text not null,
	title text not null,
	country text,
	device text not null,
	primary key (uid, id)
);

create index clicks_offer on clicks (uid, wall, offer_key, at desc);
create index clicks_at on clicks (at);

-- The step of an offer that a credit paid for.
create table credited_goals (
	uid uuid not null,
	transfer_id bigint not null,
	goal text not null,
	primary key (uid, transfer_id)
);

-- Results of clicks; a job computes them hourly.
create table offer_figures (
	wall text not null,
	key text not null,
	clicks integer not null,
	completed integer not null,
	earned bigint not null,
	credits integer not null,
	taken_back integer not null,
	minutes integer,
	primary key (wall, key)
);

-- Resized pictures. `source` is the URL in the feed.
create table pictures (
	source text primary key,
	-- Null: not fetched.
	hash text,
	next_at timestamptz not null,
	failures integer not null default 0,
	problem text,
	wanted_at timestamptz not null
);

create index pictures_due on pictures (next_at);

create table picture_files (
	hash text primary key,
	bytes bytea not null
);
