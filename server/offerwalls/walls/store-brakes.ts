import type { Database } from '../../lib/db/database.ts';
import { rowsOf } from '../../lib/db/rows.ts';

export type BusiestHour = {
	wall: string;
	/** Null: it never paid anything. */
	firstAt: Date | null;
	/** Hundredths of R$. */
	busiest: number;
};

/**
 * The hour between two moments in which each wall paid most, without what was held back for its speed: else an attack
 * would raise its own limit.
 */
export async function selectBusiestHours(
	db: Database,
	walls: readonly string[],
	{ from, to }: { from: number; to: number },
): Promise<BusiestHour[]> {
	const [since, until] = [new Date(from), new Date(to)];
	return rowsOf<BusiestHour>(db)`
		select w.wall,
			(
				select starts_at from account_buckets where account = 'partner:' || w.wall order by starts_at limit 1
			) as "firstAt",
			coalesce((
				select max(paid.amount - coalesce(held.amount, 0)) from (
					select date_bin('1 hour', starts_at, 'epoch') as hour, sum(debited) as amount from account_buckets
					where account = 'partner:' || w.wall and starts_at >= ${since} and starts_at < ${until} group by 1
				) paid
				left join (
					select date_bin('1 hour', t.at, 'epoch') as hour, sum(t.amount) as amount
					from held_credits h join transfers t on t.uid = h.uid and t.id = h.hold_id
					where h.wall = w.wall and h.cause = 'speed' and h.release_at >= ${since} group by 1
				) held using (hour)
			), 0)::bigint as busiest
		from unnest(${walls}::text[]) as w (wall)
	`;
}

/** Hundredths of R$ since then, what is held back included. */
export async function selectPaidSince(
	db: Database,
	walls: readonly string[],
	sinceMs: number,
): Promise<{ wall: string; amount: number }[]> {
	return rowsOf<{ wall: string; amount: number }>(db)`
		select w.wall, (
			select coalesce(sum(debited), 0)::bigint from account_buckets
			where account = 'partner:' || w.wall and starts_at >= ${new Date(sinceMs)}
		) as amount
		from unnest(${walls}::text[]) as w (wall)
	`;
}

export type BrakedCredits = { cause: 'amount' | 'speed'; count: number; walls: string[] };

/** What is held back now beyond what walls' settings say; `most` of each cause are counted. */
export async function selectBrakedCredits(db: Database, most: number): Promise<BrakedCredits[]> {
	return rowsOf<BrakedCredits>(db)`
		select cause, count(*)::int as count, array_agg(distinct wall order by wall) as walls
		from (select cause, wall from held_credits where cause is not null and outcome is null limit ${most}) braked
		group by cause order by cause
	`;
}
