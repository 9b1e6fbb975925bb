-- Withdrawals that look like fraud are held before they are sent.

alter table withdrawals drop constraint withdrawals_state_check;
alter table withdrawals add constraint withdrawals_state_check
	check (state in ('requested', 'screening', 'sending', 'unknown', 'completed', 'failed', 'needs-review'));

drop index withdrawals_one_open;
create unique index withdrawals_one_open on withdrawals (uid)
	where state in ('requested', 'screening', 'sending', 'unknown', 'needs-review');

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
			first_sent_at = case c.to_state when 'sending' then coalesce(w.first_sent_at, c.at)
				when 'requested' then null else w.first_sent_at end,
			last_sent_at = case c.to_state when 'sending' then c.at else w.last_sent_at end,
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

create table screening_rules (
	rule text primary key check (
		rule in ('amount', 'score', 'shared-game-account', 'first-payout', 'young-game-account', 'young-sign-in')
	),
	is_on boolean not null,
	-- Whole R$, points or hours.
	threshold integer check (threshold >= 0),
	check ((threshold is null) = (rule in ('shared-game-account', 'first-payout')))
);

insert into screening_rules (rule, is_on, threshold) values
	('amount', true, 1000),
	('score', true, 70),
	('shared-game-account', true, null),
	('first-payout', false, null),
	('young-game-account', false, 72),
	('young-sign-in', false, 24);

create table screenings (
	uid uuid not null,
	withdrawal_id uuid not null,
	rules text[] not null check (cardinality(rules) > 0),
	until timestamptz not null,
	needs_person boolean not null,
	started_at timestamptz not null,
	ended_at timestamptz,
	outcome text check (outcome in ('went-on', 'pay', 'refund')),
	ended_by uuid,
	primary key (uid, withdrawal_id),
	check ((ended_at is null) = (outcome is null)),
	check ((ended_by is not null) = (coalesce(outcome, 'went-on') <> 'went-on'))
);

create index screenings_due on screenings (until) where ended_at is null and not needs_person;
create index screenings_for_person on screenings (started_at) where ended_at is null and needs_person;
create index screenings_started on screenings (started_at);

-- Private addresses say nothing about two users.
delete from sign_in_places
where address ~ '^(127\.|10\.|172\.(1[6-9]|2[0-9]|3[01])\.|192\.168\.|169\.254\.|0:0:0:0::|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)';
