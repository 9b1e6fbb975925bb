import type { Database } from '../../lib/db/database.ts';
import { rowOf, rowsOf } from '../../lib/db/rows.ts';

export async function countOrders(
	db: Database,
	{ from, until }: { from: Date; until: Date },
): Promise<{ ended: number; compared: number; differences: number }> {
	return (await rowOf<{ ended: number; compared: number; differences: number }>(db)`
		with orders as materialized (
			select count(*)::int as ended, count(reconciled_at)::int as compared from withdrawals
			where state in ('completed', 'failed') and attempts > 0 and created_at >= ${from} and created_at < ${until}
		)
		select ended, compared, (
			select count(*)::int from payout_reviews
			where resolved_at is null and found_at >= ${from} and found_at < ${until}
		) as differences from orders
	`) as { ended: number; compared: number; differences: number };
}

export type DayOfWall = { wall: string; starts: number; ends: number };

export async function countPostbacksOfDays(
	db: Database,
	days: readonly DayOfWall[],
): Promise<{ outcome: string; count: number }[][]> {
	if (days.length === 0) return [];
	const rows = await rowsOf<{ n: number; outcome: string; count: number }>(db)`
		select d.n::int as n, c.outcome, count(*)::int as count
		from unnest(${days.map(({ wall }) => wall)}::text[],
			${days.map(({ starts }) => new Date(starts).toISOString())}::timestamptz[],
			${days.map(({ ends }) => new Date(ends).toISOString())}::timestamptz[]) with ordinality
			as d (wall, starts_at, ends_at, n)
		cross join lateral (
			select outcome from callbacks c where c.at >= d.starts_at and c.at < d.ends_at and c.wall = d.wall
		) c
		group by d.n, c.outcome order by d.n, c.outcome
	`;
	return days.map((_, n) => rows.filter((row) => row.n === n + 1));
}
