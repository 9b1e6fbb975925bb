import { sql } from 'kysely';
import type { WallClaims } from '../../../contract/admin/claims.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Database, inTransaction } from '../../lib/db/database.ts';
import { rowOf, rowsOf } from '../../lib/db/rows.ts';
import { claimKind } from './claim-kind.ts';

const MEASURED_DAYS = 90;

export async function measureWalls({ db, clock }: { db: Database; clock: Clock }) {
	const since = new Date(clock.now() - MEASURED_DAYS * DAY_MS);
	const walls = await rowsOf<WallClaims>(db)`
		select c.wall as wall_id, c.claims, c.open, round(1000.0 * c.claims / nullif(d.credits, 0), 1)::float8 as per_1000,
			c.median_days, c.settled::float8 / nullif(c.settled + c.declined, 0) as settled_share
		from (
			select wall, count(*)::int as claims, count(*) filter (where ${claimKind.isWaiting})::int as open,
				count(*) filter (where state = 'settled') as settled, count(*) filter (where state = 'declined') as declined,
				round((percentile_cont(0.5) within group (order by extract(epoch from changed_at - opened_at) / 86400)
					filter (where state in ('settled', 'declined')))::numeric, 2)::float8 as median_days
			from claims where opened_at >= ${since} group by wall
		) c
		left join (select wall, sum(credits) as credits from wall_days where day >= ${since} group by wall) d using (wall)
		order by c.claims desc, c.wall
	`;
	return { walls, walls_since: since.getTime() };
}

/** Recounts the credits of yesterday, today and days not counted yet (UTC). */
export async function countWallDays({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	const today = Math.floor(clock.now() / DAY_MS) * DAY_MS;
	const last = await rowOf<{ day: Date | null }>(db)`select max(day) as day from wall_days`;
	const first = Math.max(today - MEASURED_DAYS * DAY_MS, (last?.day?.getTime() ?? 0) - DAY_MS);
	const from = new Date(Math.min(first, today));
	await inTransaction(db, async (tx) => {
		await sql`delete from wall_days where day >= ${from} or day < ${new Date(today - 2 * MEASURED_DAYS * DAY_MS)}`.execute(
			tx,
		);
		await sql`
			insert into wall_days (wall, day, credits)
			select substr(debit, 9), date_trunc('day', at, 'UTC'), count(*) from transfers
			where at >= ${from} and kind in ('credit', 'credit-hold') group by 1, 2
		`.execute(tx);
	});
}
