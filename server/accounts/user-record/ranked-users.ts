import { type RawBuilder, sql } from 'kysely';
import { type TimeRange, within } from '../../lib/db/cursor.ts';
import { type Database, rowOf } from '../../lib/db/database.ts';

const RECENT_MAX = 1_000;

/** Returns SQL for the users whose wallet has changed since ranks were last computed. */
export async function recentOf(db: Database): Promise<RawBuilder<unknown>> {
	// Passed as a value: with a subquery the planner reads all transfers.
	const mark = await rowOf<{ until: Date }>(db)`select until from figure_marks where name = 'earners'`;
	return sql`recent as materialized (
		select distinct uid from (select uid from transfers where at >= ${mark?.until} limit ${RECENT_MAX}) t
	)`;
}

export const lastAccess = sql`coalesce(u.last_access, '-infinity')`;

export function visited(range: TimeRange): RawBuilder<unknown> {
	return range.until === undefined
		? within(lastAccess, range)
		: sql`u.last_access is not null and ${within(lastAccess, range)}`;
}
