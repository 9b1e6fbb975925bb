import { sql } from 'kysely';
import type { Rule } from '../../ledger/check-ledger.ts';

export const figureRules: Rule[] = [
	{
		rule: 'daily earnings equal the sum of their quarter hours',
		violations: sql`
			select wall || ' on ' || day || ': ' || coalesce(d.payout_micros, 0) || ' kept, ' || coalesce(b.micros, 0) || ' in quarters'
				as detail
			from earnings_days d full join (
				select wall, date_bin('1 day', starts_at, 'epoch') as day, sum(payout_micros) as micros
				from earnings_buckets where starts_at < (select until from figure_marks where name = 'earnings') group by 1, 2
			) b using (wall, day)
			where d.payout_micros is distinct from b.micros`,
	},
	{
		rule: 'daily shared accounts equal the sum of their quarter hours',
		violations: sql`
			select account || ' on ' || day as detail
			from account_days d full join (
				select account, date_bin('1 day', starts_at, 'epoch') as day, sum(debited) as debited, sum(credited) as credited
				from account_buckets where starts_at < (select until from figure_marks where name = 'earnings') group by 1, 2
			) b using (account, day)
			where (d.debited, d.credited) is distinct from (b.debited, b.credited)`,
	},
];
