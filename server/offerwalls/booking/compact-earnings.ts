import { sql } from 'kysely';
import { inParts } from '../../ledger/compact-buckets.ts';
import type { Database } from '../../lib/db/database.ts';

export async function compactEarningsBuckets(owner: Database, closedBeforeMs: number): Promise<void> {
	for (const parts of await owner.engine.partsOf('earnings_buckets')) {
		await sql`
			with crowded as (
				select wall, starts_at from earnings_buckets where ${inParts(parts)} and starts_at < ${new Date(closedBeforeMs)}
				group by wall, starts_at having count(*) > 1
			), taken as (
				delete from earnings_buckets b using crowded c
				where ${inParts(parts, 'b.part')} and b.wall = c.wall and b.starts_at = c.starts_at
				returning b.part, b.wall, b.starts_at, b.payout_micros
			)
			insert into earnings_buckets (part, wall, starts_at, payout_micros)
			select (array_agg(part))[1], wall, starts_at, sum(payout_micros) from taken group by wall, starts_at
		`.execute(owner);
	}
}
