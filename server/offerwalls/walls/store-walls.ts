import { sql } from 'kysely';
import { type Database, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import { UNLISTED } from '../postbacks/received-postback.ts';

/** Null means that the value of the wall's entry applies. */
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

/** Outcomes without a booking that the partner or the operator has to correct. */
const refused = sql`outcome in ('bad-signature', 'malformed', 'forbidden', 'not-understood', 'conflict', 'unknown-user')`;

export type Refusals = {
	wall: string;
	refused: number;
	unsigned: number;
	all: number;
	why: string | null;
	unlisted: string | null;
};

export function selectRefusals(db: Database, since: Date): Promise<Refusals[]> {
	return rowsOf<Refusals>(db)`
		select wall, coalesce(sum(times) filter (where ${refused}), 0)::int as refused,
			coalesce(sum(times) filter (where outcome = 'bad-signature'), 0)::int as unsigned, sum(times)::int as all,
			mode() within group (order by why) filter (where ${refused} and why is not null) as why,
			max(why) filter (where outcome = 'not-understood' and why like ${`%${UNLISTED}`}) as unlisted
		from (
			select wall, outcome, why, 1 as times from callbacks where at >= ${since}
			union all
			select wall, outcome, null, times from unkept_callbacks where last_at >= ${since}
		) counted group by wall
	`;
}

export type OnlyRefused = Pick<Refusals, 'wall' | 'refused' | 'why'>;

/** Walls that never paid, and whose postbacks were all refused. */
export function selectOnlyRefused(db: Database, walls: readonly string[], since: Date): Promise<OnlyRefused[]> {
	return rowsOf<OnlyRefused>(db)`
		select wall, count(*)::int as refused,
			mode() within group (order by why) filter (where why is not null) as why
		from callbacks where at >= ${since} and outcome <> 'test' and wall = any(array(
			select w from unnest(${walls}::text[]) as w
			where not exists (select from account_buckets where account = 'partner:' || w)
		)) group by wall having bool_and(${refused})
	`;
}
