-- Citus must know the users when it plans, so the function may not force a generic plan.
-- A SECURITY DEFINER function would wait for its own locks on a shard, and an INSERT there names every column.
-- So the application gets these grants, and only its code ensures that these functions change states and references.
alter function change_withdrawals (jsonb) security invoker reset plan_cache_mode;
grant insert, update on withdrawals to lootpass_app;
grant usage on sequence payout_events_id_seq to lootpass_app;
alter function forget_import_references (uuid, text, text) security invoker;
grant update (reference) on transfers to lootpass_app;
-- Machines read as the role that asks, so it needs the columns of its views over distributed tables.
do $$ begin
	if exists (select from pg_roles where rolname = 'lootpass_warehouse') then
		grant select (id, at, kind, debit, credit, amount, payout_micros) on transfers to lootpass_warehouse;
		grant select (id, method, vendor, state, amount, price, attempts, created_at, updated_at) on withdrawals
			to lootpass_warehouse;
	end if;
end $$;
