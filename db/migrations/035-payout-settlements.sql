-- Orders of which the vendor cannot tell any more what became of them: one admin proposes how such an order ends, another
-- decides. The money moves as that of any other order; this says who ended it, why, and by what proof.
create table payout_settlements (
	-- Made by the form: a double click or a repeated request is one proposal.
	id uuid primary key,
	order_id text not null,
	uid uuid not null,
	outcome text not null check (outcome in ('paid', 'refunded')),
	-- Both null once the account is deleted.
	reason text,
	-- What shows that it was paid, for instance the platform's id of the sale. It can stand for one order only.
	proof text check (proof is null or outcome = 'paid'),
	-- `overtaken`: the vendor knew the order after all.
	state text not null check (state in ('waiting', 'settled', 'refused', 'overtaken')),
	proposed_by uuid not null,
	proposed_at timestamptz not null,
	decided_by uuid,
	decided_at timestamptz,
	check ((state = 'waiting') = (decided_at is null)),
	check ((state in ('settled', 'refused')) = (decided_by is not null)),
	check (state <> 'settled' or decided_by <> proposed_by)
);

create index payout_settlements_order on payout_settlements (order_id);
create index payout_settlements_uid on payout_settlements (uid, proposed_at desc);
create unique index payout_settlements_waiting on payout_settlements (order_id) where state = 'waiting';
create unique index payout_settlements_settled on payout_settlements (order_id) where state = 'settled';
create unique index payout_settlements_proof on payout_settlements (proof)
	where proof is not null and state in ('waiting', 'settled');
