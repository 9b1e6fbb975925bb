-- Actions that wait for a second person. Adjustments and settlements use views of this table.

create table proposals (
	-- From the form, so that a repeated request is one proposal.
	id uuid primary key,
	kind text not null check (kind in ('adjustment', 'settlement', 'call')),
	uid uuid,
	-- Null once the account is deleted.
	reason text,
	-- `overtaken`: the vendor reported the order meanwhile.
	state text not null,
	proposed_by uuid not null,
	proposed_at timestamptz not null,
	expires_at timestamptz,
	-- All zeros: a command.
	decided_by uuid,
	decided_at timestamptz,
	decided_for text,
	-- In hundredths of R$.
	amount bigint,
	order_id text,
	outcome text check (outcome in ('paid', 'refunded')),
	proof text check (proof is null or outcome = 'paid'),
	-- Input of the call; emptied once the account is deleted.
	call text,
	input jsonb,
	check ((state = 'waiting') = (decided_at is null)),
	check (state not in ('booked', 'settled', 'done', 'refused') or decided_by is not null),
	check (state not in ('settled', 'done') or decided_by <> proposed_by),
	check (case kind
		when 'adjustment' then uid is not null and amount <> 0 and expires_at is not null
			and state in ('waiting', 'booked', 'refused', 'expired')
		when 'settlement' then uid is not null and order_id is not null and outcome is not null
			and state in ('waiting', 'settled', 'refused', 'overtaken')
		else call is not null and input is not null and expires_at is not null
			and state in ('waiting', 'done', 'refused', 'withdrawn', 'expired')
	end)
);

-- Only the first version had tables of their own.
do $$ begin
	if to_regclass('adjustments') is null then return; end if;

	insert into proposals (id, kind, uid, reason, state, proposed_by, proposed_at, expires_at, decided_by, decided_at, amount)
	select id, 'adjustment', uid, reason, state, proposed_by, proposed_at, expires_at, decided_by, decided_at, amount
	from adjustments;

	insert into proposals (id, kind, uid, reason, state, proposed_by, proposed_at, decided_by, decided_at, order_id, outcome, proof)
	select id, 'settlement', uid, reason, state, proposed_by, proposed_at, decided_by, decided_at, order_id, outcome, proof
	from payout_settlements;

	drop table adjustments, payout_settlements;
end $$;

create index proposals_waiting on proposals (proposed_at desc, id desc) where state = 'waiting';
create index proposals_newest on proposals (proposed_at desc, id desc);
create index proposals_alone on proposals (proposed_by, proposed_at)
	where kind = 'adjustment' and state = 'booked' and decided_by = proposed_by;
create index proposals_adjustments on proposals (uid, id) where kind = 'adjustment';
create index proposals_uid on proposals (uid, proposed_at desc) where uid is not null;
create index proposals_order on proposals (order_id) where order_id is not null;
create unique index proposals_order_waiting on proposals (order_id) where kind = 'settlement' and state = 'waiting';
create unique index proposals_order_settled on proposals (order_id) where state = 'settled';
create unique index proposals_proof on proposals (proof) where proof is not null and state in ('waiting', 'settled');

alter table promo_codes add column proposal uuid;
create index promo_codes_alone on promo_codes (created_by, created_at) where proposal is null;

-- Invitations. Only the hash of the emailed code is stored.
create table staff_invites (
	id uuid primary key,
	email text not null check (email = lower(email)),
	role text not null check (role in ('owner', 'finance', 'support', 'fraud', 'viewer')),
	code_hash bytea unique,
	-- All zeros: a command.
	invited_by uuid not null,
	expires_at timestamptz not null
);

create unique index staff_invites_email on staff_invites (email);
