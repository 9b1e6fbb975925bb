-- The only way to change a state (rules: server/withdrawals/change-state.ts). The fence rejects a worker whose claim expired.
-- Citus cannot deparse `case x when y`.
create or replace function change_withdrawals(changes jsonb) returns setof withdrawals
	language plpgsql security definer set search_path = public, pg_temp
	set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
	c record;
begin
	for c in select * from jsonb_to_recordset(changes) as r (
		uid uuid, id uuid, fence bigint, from_state text, to_state text, at timestamptz, next_ask_at timestamptz,
		lease_until timestamptz, vendor_status text, refusal text, is_acknowledged boolean, is_uncounted boolean,
		is_resend boolean
	) loop
		if (c.from_state = 'screening' and c.to_state not in ('requested', 'failed'))
			or (c.to_state = 'screening' and c.from_state <> 'requested') then
			raise check_violation using message = c.to_state || ' cannot follow ' || c.from_state;
		end if;
		return query update withdrawals w
		set state = c.to_state, fence = w.fence + 1, version = w.version + 1, updated_at = c.at,
			next_ask_at = c.next_ask_at, lease_until = c.lease_until,
			attempts = w.attempts + (c.to_state = 'sending')::int - coalesce(c.is_uncounted, false)::int,
			first_sent_at = case when c.to_state = 'sending' then coalesce(w.first_sent_at, c.at)
				when c.to_state = 'requested' then null else w.first_sent_at end,
			last_sent_at = case when c.to_state = 'sending' then c.at else w.last_sent_at end,
			resent_at = case when c.is_resend then c.at else w.resent_at end,
			is_acknowledged = w.is_acknowledged or coalesce(c.is_acknowledged, false),
			vendor_status = coalesce(c.vendor_status, w.vendor_status), refusal = coalesce(c.refusal, w.refusal)
		where w.uid = c.uid and w.id = c.id and w.state = c.from_state
			and (w.fence = c.fence or c.fence is null and (w.lease_until is null or w.lease_until <= c.at))
			and (c.to_state <> 'screening' or w.attempts = 0)
		returning w.*;
	end loop;
end
$$;

revoke execute on function change_withdrawals (jsonb) from public;
