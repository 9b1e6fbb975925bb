import type { RobuxCents, UsdMicros } from '../../../contract/money.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { rowOf } from '../../lib/db/rows.ts';

export type WallTotals = { payoutMicros: UsdMicros; credited: RobuxCents };

/** Counts only offers clicked in that country. May take seconds, because it reads transfers. */
export async function selectTotalsOfCountry(
	db: Database,
	{ wall, country }: { wall: string; country: string },
	sinceMs: number,
): Promise<WallTotals> {
	return (await rowOf<WallTotals>(db)`
		select coalesce(sum(payout_micros), 0)::bigint as "payoutMicros",
			coalesce(sum(case kind when 'credit' then amount when 'credit-hold' then amount else -amount end), 0)::bigint
				as credited
		from (
			select uid, offer_key, min(at) as at from clicks
			where wall = ${wall} and country = ${country} group by uid, offer_key
		) c
		cross join lateral (
			select payout_micros, kind, amount from transfers t
			where t.uid = c.uid and t.offer_id = c.offer_key and t.at >= greatest(c.at, ${new Date(sinceMs)})
				and 'partner:' || ${wall}::text in (t.debit, t.credit)
		) t
	`) as WallTotals;
}

export async function selectTotalsSince(db: Database | Tx, wall: string, sinceMs: number): Promise<WallTotals> {
	const since = new Date(sinceMs);
	return (await rowOf<WallTotals>(db)`
		select coalesce((
			select sum(payout_micros) from earnings_buckets where wall = ${wall} and starts_at >= ${since}
		), 0)::bigint as "payoutMicros", coalesce((
			select sum(debited - credited) from account_buckets
			where account = 'partner:' || ${wall}::text and starts_at >= ${since}
		), 0)::bigint as credited
	`) as WallTotals;
}
