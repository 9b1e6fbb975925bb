alter table adjustment_settings add column mode text not null default 'team' check (mode in ('team', 'solo'));
alter table proposals
	-- Null: it waits for a second person. Otherwise it is applied then, unless stopped.
	add column applies_at timestamptz,
	-- SHA-256 of each emailed link's code, as hex, with the user who received it.
	add column stop_codes jsonb;

create or replace view adjustments as
	select uid, id, amount, reason, state, proposed_by, proposed_at, expires_at, decided_by, decided_at, kind, applies_at
	from proposals where kind = 'adjustment'
	with check option;
alter view adjustments alter column kind set default 'adjustment';
create or replace view payout_settlements as
	select id, order_id, uid, outcome, reason, proof, state, proposed_by, proposed_at, decided_by, decided_at, kind, applies_at
	from proposals where kind = 'settlement'
	with check option;
alter view payout_settlements alter column kind set default 'settlement';
