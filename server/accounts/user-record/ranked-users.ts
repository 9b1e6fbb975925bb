import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../lib/db/database.ts';
import { rowsOf } from '../../lib/db/rows.ts';
import { type TimeRange, within } from '../../lib/db/time-list.ts';

/** Parts of statements over the indexed orders of users `u`. */

const RECENT_MAX = 1_000;

/** The query `recent`: users whose wallet moved since a job brought their ranks up to date. */
export async function recentOf(db: Database): Promise<RawBuilder<unknown>> {
	// As a value, because by a subquery the planner expects a third of all transfers and reads them all.
	const marks = await rowsOf<{ until: Date }>(db)`select until from figure_marks where name = 'earners'`;
	return sql`recent as materialized (
		select distinct uid from (select uid from transfers where at >= ${marks[0]?.until} limit ${RECENT_MAX}) t
	)`;
}

/** As in the index, where users without a visit come first. */
export const lastAccess = sql`coalesce(u.last_access, '-infinity')`;

export function visited(range: TimeRange): RawBuilder<unknown> {
	return range.until === undefined
		? within(lastAccess, range)
		: sql`u.last_access is not null and ${within(lastAccess, range)}`;
}
