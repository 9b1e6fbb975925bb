import { sql } from 'kysely';
import type { Database, Tx } from '../../lib/db/database.ts';
import { rowOf, rowsOf } from '../../lib/db/rows.ts';

/** Changes by admins; null means that the value of the wall's entry applies. */
export type WallChange = { enabled: boolean | null; minAge: number | null; holdHours: number | null };

/** Locks the row, so that concurrent changes build on each other. */
export async function lockWallChange(tx: Tx, wall: string): Promise<WallChange> {
	await sql`insert into offerwall_changes (wall) values (${wall}) on conflict (wall) do nothing`.execute(tx);
	const row = await rowOf<WallChange>(tx)`
		select enabled, min_age as "minAge", hold_hours as "holdHours" from offerwall_changes
		where wall = ${wall} for no key update
	`;
	return row ?? { enabled: null, minAge: null, holdHours: null };
}

export async function updateWallChange(tx: Tx, wall: string, { enabled, minAge, holdHours }: WallChange) {
	await sql`
		update offerwall_changes set enabled = ${enabled}, min_age = ${minAge}, hold_hours = ${holdHours}
		where wall = ${wall}
	`.execute(tx);
}

export type WallTraffic = { wall: string; outcome: string; count: number; last: Date };

export async function countPostbacks(db: Database, sinceMs: number): Promise<WallTraffic[]> {
	return await rowsOf<WallTraffic>(db)`
		select wall, outcome, sum(times)::int as count, max(last) as last
		from (
			select wall, outcome, count(*) as times, max(at) as last
			from callbacks where at >= ${new Date(sinceMs)} group by wall, outcome
			union all
			select wall, outcome, times, last_at from unkept_callbacks where hour >= ${new Date(sinceMs)}
		) counted
		group by wall, outcome order by wall, outcome
	`;
}
