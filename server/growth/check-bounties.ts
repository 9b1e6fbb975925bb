import { sql } from 'kysely';
import type { Rule } from '../ledger/check-ledger.ts';

export const bountyRules: Rule[] = [
	{
		rule: 'each bounty is booked as its state says, and no other bounty is booked',
		violations: sql`
				select coalesce(b.uid || ' ' || b.reference || ' ' || b.state, 'none') || ', ' || coalesce(t.kinds, 'none') as detail
				from (
					select uid, reference, amount, state, 'bounty-hold' || case state when 'held' then ''
						when 'released' then ' bounty-release' when 'cancelled' then ' bounty-cancel'
						else ' bounty-release bounty-reversal' end as kinds
					from bounties where state <> 'refused'
				) b full join (
					select uid, regexp_replace(reference, '/[^/]+$', '') as reference, min(amount) as least, max(amount) as most,
						string_agg(kind, ' ' order by id) as kinds
					from transfers where kind like 'bounty-%' group by 1, 2
				) t on t.uid = b.uid and t.reference = b.reference
				where (b.kinds, b.amount, b.amount) is distinct from (t.kinds, t.least, t.most)`,
	},
	{
		rule: 'each bounty has a cause of the invited user',
		violations: sql`
				select b.uid || ' ' || b.reference as detail
				from bounties b left join transfers t on t.uid = b.invited and t.id = b.cause
					and t.kind = any(case b.kind when 'boost' then '{credit,credit-release}' else '{withdrawal-paid}' end::text[])
				where t.id is null`,
	},
];
