import { sql } from 'kysely';
import type { Rule } from '../ledger/check-ledger.ts';

export const adjustmentRules: Rule[] = [
	{
		rule: 'each approved adjustment is booked once, and no other adjustment is booked',
		violations: sql`
			select coalesce(a.uid, t.uid) || ' ' || coalesce('adjustment/' || a.id, t.reference) || ': '
				|| coalesce(a.amount, 0) || ' decided, ' || coalesce(t.amount, 0) || ' booked' as detail
			from (select uid, id, amount from adjustments where state = 'booked') a
			full join (
				select uid, reference, case kind when 'adjustment-up' then amount else -amount end as amount
				from transfers where kind in ('adjustment-up', 'adjustment-down')
			) t on t.uid = a.uid and t.reference = 'adjustment/' || a.id
			where a.amount is distinct from t.amount`,
	},
];
