-- Money on its way out. The ledger holds and moves the amount; this row says where its payout stands, and survives every
-- process that works on it. What tells who and where (name, place, game, pass) may be erased once an order is closed.
create table withdrawals (
	uid uuid not null,
	id uuid not null,
	-- What the vendor knows this withdrawal by: made once, sent with every attempt.
	order_id text not null,
	-- Made by the form, so that a double click or a repeated submit is one withdrawal.
	request_id uuid,
	state text not null
		check (state in ('requested', 'sending', 'unknown', 'completed', 'failed', 'needs-review')),
	-- Hundredths of R$ that the user receives; the pass costs `price` whole R$.
	amount bigint not null check (amount > 0),
	price integer not null check (price > 0),
	roblox_username text,
	platform_user_id bigint,
	place_id bigint,
	universe_id bigint,
	pass_id bigint,
	-- Whose order it is. A later change of vendor leaves it there.
	vendor text not null,
	-- Whether the vendor may queue it when there is no stock.
	is_pre_order boolean not null,
	attempts integer not null default 0,
	first_sent_at timestamptz,
	last_sent_at timestamptz,
	-- Whether the vendor ever said that it has this order.
	is_acknowledged boolean not null default false,
	asks integer not null default 0,
	-- No worker touches the row before this moment; null once it is closed.
	next_ask_at timestamptz,
	-- Until when the worker with this fencing number may write. Every claim raises the number.
	lease_until timestamptz,
	fence bigint not null default 0,
	vendor_status text,
	-- Why it was refused, or what a person should look at.
	refusal text,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	-- Counts the changes to any withdrawal of this user: where a live stream goes on reading.
	version bigint not null,
	primary key (uid, id),
	check (state in ('completed', 'failed') or
		(roblox_username, platform_user_id, place_id, universe_id, pass_id, next_ask_at) is not null)
);

create unique index withdrawals_one_open on withdrawals (uid)
	where state in ('requested', 'sending', 'unknown', 'needs-review');
create unique index withdrawals_request on withdrawals (uid, request_id) where request_id is not null;
create index withdrawals_order on withdrawals (order_id);
create index withdrawals_history on withdrawals (uid, created_at desc, id desc);
create index withdrawals_changes on withdrawals (uid, version);
create index withdrawals_due on withdrawals (next_ask_at)
	where state in ('requested', 'sending', 'unknown', 'needs-review');

-- What an operator changes while payouts run. One row: `payouts` off refuses new withdrawals and sends nothing, while
-- orders already sent are still asked about.
create table payout_settings (
	name text primary key check (name = 'payouts'),
	is_on boolean not null,
	changed_at timestamptz not null
);
