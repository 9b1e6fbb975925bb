-- Offers of partners' feeds on our own pages, who clicked which, and their pictures.

-- How each wall's feed stands. `version` counts changes of its offers: every node reads them again when it has moved.
create table feeds (
	wall text primary key,
	version bigint not null default 0,
	-- The last whole answer, and when the next may be asked for; while somebody asks, until when nobody else does.
	fetched_at timestamptz,
	next_at timestamptz not null,
	failures integer not null default 0,
	-- Why the last one failed; null where it did not.
	problem text,
	-- Of the last answer: how many offers it had, how many of them could not be read, and the reason of most.
	offers integer not null default 0,
	skipped integer not null default 0,
	skipped_why text,
	-- Of that answer: the same again changes nothing.
	digest text
);

-- The id is made of wall and key, so that an offer that comes back is the same one. What has gone is kept as long as clicks are.
create table offers (
	id text primary key,
	wall text not null,
	-- The partner's own id, as its postbacks name it.
	key text not null,
	document jsonb not null,
	first_seen_at timestamptz not null,
	gone_at timestamptz,
	unique (wall, key)
);

create index offers_gone on offers (gone_at) where gone_at is not null;

-- Who went to which offer: what a claim and a rate are decided by. Kept for 90 days, and no longer than the account.
create table clicks (
	uid uuid not null,
	-- What the partner carries in its free sub-id, where it has one.
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

-- Which step of an offer a credit was for, where its partner says so. The money is the transfer.
create table credited_goals (
	uid uuid not null,
	transfer_id bigint not null,
	goal text not null,
	primary key (uid, transfer_id)
);

-- What clicks on an offer came to, from our own books: renewed every hour.
create table offer_figures (
	wall text not null,
	key text not null,
	clicks integer not null,
	completed integer not null,
	-- Hundredths of R$, and how many of its credits there were and were taken back.
	earned bigint not null,
	credits integer not null,
	taken_back integer not null,
	-- Median from click to first credit; null for too few.
	minutes integer,
	primary key (wall, key)
);

-- Pictures of offers and walls, made small by ourselves. `source` is where a feed or the file of walls says it is.
create table pictures (
	source text primary key,
	-- Null: not fetched yet, or it could not be.
	hash text,
	next_at timestamptz not null,
	failures integer not null default 0,
	problem text,
	-- When a feed last named it: what nobody names any more goes.
	wanted_at timestamptz not null
);

create index pictures_due on pictures (next_at);

create table picture_files (
	hash text primary key,
	bytes bytea not null
);
