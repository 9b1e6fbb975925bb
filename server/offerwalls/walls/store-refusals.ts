import { sql } from 'kysely';
import type { Database } from '../../lib/db/database.ts';
import { rowsOf } from '../../lib/db/rows.ts';
import { UNLISTED } from '../postbacks/received-postback.ts';

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
