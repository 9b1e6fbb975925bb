import { sql } from 'kysely';
import type { Database } from '../../lib/db/database.ts';

/** Folds what partners owe us, as `compactAccountBuckets` does for the ledger's shared accounts. */
export async function compactEarningsBuckets(owner: Database, closedBeforeMs: number): Promise<void> {
	await sql`
		with crowded as (
			select wall, starts_at from earnings_buckets where starts_at < ${new Date(closedBeforeMs)}
			group by wall, starts_at having count(*) > 1
		), taken as (
			delete from earnings_buckets b using crowded c
			where b.wall = c.wall and b.starts_at = c.starts_at
			returning b.wall, b.starts_at, b.payout_micros
		)
		insert into earnings_buckets (wall, starts_at, payout_micros)
		select wall, starts_at, sum(payout_micros) from taken group by wall, starts_at
	`.execute(owner);
}
