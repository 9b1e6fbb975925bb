import { sql } from 'kysely';
import type { Rule } from '../ledger/check-ledger.ts';

export const withdrawalRules: Rule[] = [
	{
		rule: 'held amounts equal the open withdrawals',
		violations: sql`
			select 'held ' || held || ', open ' || open as detail from (
				select sum(held) as held, sum(open) as open from (
					select uid, case when credit = 'payouts:held' then amount else -amount end as held, 0 as open
					from transfers where 'payouts:held' in (credit, debit)
					union all
					select uid, 0, amount from withdrawals where state not in ('completed', 'failed')
				) both_sides
			) sums where held <> open`,
	},
	{
		rule: 'each withdrawal has one hold and at most one payment or refund, matching its state',
		violations: sql`
			select coalesce(w.id::text, t.id) || ': ' || coalesce(w.state, 'no such withdrawal') || ', holds '
				|| coalesce(holds, 0) || ', paid ' || coalesce(paid, 0) || ', refunds ' || coalesce(refunds, 0) as detail
			from withdrawals w full join (
				select uid, split_part(reference, '/', 2) as id, min(amount) as least, max(amount) as most,
					count(*) filter (where kind = 'withdrawal-hold') as holds,
					count(*) filter (where kind = 'withdrawal-paid') as paid,
					count(*) filter (where kind = 'withdrawal-refund') as refunds
				from transfers where kind in ('withdrawal-hold', 'withdrawal-paid', 'withdrawal-refund')
				group by 1, 2
			) t on t.uid = w.uid and t.id = w.id::text
			where w.id is null or t.id is null or (t.least, t.most, t.holds) is distinct from (w.amount, w.amount, 1)
				or (t.paid, t.refunds) is distinct from ((w.state = 'completed')::int, (w.state = 'failed')::int)`,
	},
	{
		rule: 'a withdrawal is in screening only while its screening is open, and ends as decided',
		violations: sql`
			select coalesce(w.id, s.withdrawal_id)::text || ': ' || coalesce(w.state, 'no such withdrawal') || ', screening '
				|| case when s.uid is null then 'never' when s.ended_at is null then 'lasts' else s.outcome end as detail
			from withdrawals w full join screenings s on s.uid = w.uid and s.withdrawal_id = w.id
			where coalesce(w.state = 'screening', false) <> (s.uid is not null and s.ended_at is null)
				or s.outcome = 'refund' and w.state is distinct from 'failed'`,
	},
	{
		rule: 'withdrawals settled by two admins ended as settled',
		violations: sql`
			select s.order_id || ' settled as ' || s.outcome || ': ' || coalesce(w.state, 'no such withdrawal') as detail
			from payout_settlements s left join withdrawals w on w.order_id = s.order_id and w.uid = s.uid
			where s.state = 'settled'
				and w.state is distinct from case s.outcome when 'paid' then 'completed' else 'failed' end`,
	},
	{
		rule: 'a paid gift card has one code, and a code pays only a gift card that was sent',
		violations: sql`
			select id || ': codes ' || sum(codes) || ', paid ' || sum(paid) || ', sent ' || sum(sent) as detail from (
				select withdrawal_id as id, 1 as codes, 0 as paid, 0 as sent from payout_codes where withdrawal_id is not null
				union all
				select id, 0, (state = 'completed')::int, (state not in ('requested', 'screening', 'failed'))::int
				from withdrawals where method = 'gift-card'
			) both_sides group by id having sum(codes) < sum(paid) or sum(codes) > sum(sent)`,
	},
];
