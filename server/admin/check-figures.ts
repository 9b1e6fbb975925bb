import { sql } from 'kysely';
import { type BookProblem, findProblems, type Rule } from '../ledger/check-ledger.ts';
import type { Tx } from '../lib/database.ts';

/** What must hold of the figures that admins read. */
const rules: Rule[] = [
	{
		rule: 'earnings equal what the booked offers pay, in every quarter of an hour',
		violations: sql`
			select wall || ' at ' || starts_at || ': ' || coalesce(b.micros, 0) || ' kept, ' || coalesce(o.micros, 0) || ' booked'
				as detail
			from (select wall, starts_at, sum(payout_micros) as micros from earnings_buckets group by 1, 2) b
			full join (
				select substr(case when t.debit like 'partner:%' then t.debit else t.credit end, 9) as wall,
					date_bin('15 minutes', t.at, 'epoch') as starts_at, sum(o.payout_micros) as micros
				from transfers t join offers o on o.uid = t.uid and o.transfer_id = t.id
				where o.payout_micros <> 0 group by 1, 2
			) o using (wall, starts_at)
			where coalesce(b.micros, 0) <> coalesce(o.micros, 0)`,
	},
	{
		rule: 'the earnings of a day equal those of its quarters of an hour',
		violations: sql`
			select wall || ' on ' || day || ': ' || coalesce(d.payout_micros, 0) || ' kept, ' || coalesce(b.micros, 0) || ' in quarters'
				as detail
			from earnings_days d full join (
				select wall, date_bin('1 day', starts_at, 'epoch') as day, sum(payout_micros) as micros
				from earnings_buckets where starts_at < (select until from figure_marks where name = 'earnings') group by 1, 2
			) b using (wall, day)
			where d.payout_micros is distinct from b.micros`,
	},
];

/** @returns one problem for each rule that does not hold, with examples. */
export function checkFigures(tx: Tx): Promise<BookProblem[]> {
	return findProblems(tx, rules);
}
