-- What a credit, or its reversal, was for. Kept apart from the transfer because a deleted account's offer names go,
-- while its transfers stay.
create table offers (
	uid uuid not null,
	transfer_id bigint not null,
	-- What the partner pays us, in millionths of $; negative for a reversal.
	payout_micros bigint not null,
	-- Hash of what a reversal points back with, where that is not the transaction id.
	link bigint,
	offer_id text,
	offer_name text,
	primary key (uid, transfer_id)
);

create index offers_link on offers (uid, link) where link is not null;

-- What partners owe us, in millionths of $, like account_buckets.
create table earnings_buckets (
	wall text not null,
	starts_at timestamptz not null,
	payout_micros bigint not null
);

create index earnings_buckets_wall on earnings_buckets (wall, starts_at) include (payout_micros);

-- Reversals that came before their credit. They wait here, across restarts, and are booked with it.
create table waiting_reversals (
	uid uuid not null,
	wall text not null,
	transaction_id text not null,
	link bigint,
	amount bigint,
	payout_micros bigint not null,
	received_at timestamptz not null,
	primary key (uid, wall, transaction_id)
);

-- Every callback as it arrived, secrets removed, with what became of it.
create table callbacks (
	id bigint generated always as identity primary key,
	at timestamptz not null,
	wall text not null,
	outcome text not null,
	ip text not null,
	request text not null,
	uid uuid,
	transfer_id bigint
);

create index callbacks_at on callbacks using brin (at) with (pages_per_range = 32);
