-- The work list of the vendor `manual`: orders that an operator pays by buying the pass. For the payout path it is a vendor
-- like any other, one that happens to keep its orders here.
create table manual_payouts (
	order_id text primary key,
	state text not null check (state in ('waiting', 'taken', 'paid', 'refused')),
	roblox_username text,
	platform_user_id bigint,
	place_id bigint,
	pass_id bigint,
	-- Whole R$: what the user receives, and what the pass costs.
	net integer not null check (net > 0),
	price integer not null check (price > 0),
	-- The admin who works on it, so that nobody else buys the same pass.
	taken_by uuid,
	-- The platform's word for the purchase: it proves one payment, so it can stand for one order only.
	purchase_reference text unique,
	reason text,
	created_at timestamptz not null,
	changed_at timestamptz not null,
	check ((state = 'taken') <= (taken_by is not null)),
	check ((state = 'paid') = (purchase_reference is not null))
);

create index manual_payouts_open on manual_payouts (created_at, order_id) where state in ('waiting', 'taken');
