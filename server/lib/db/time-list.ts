import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { rowOf } from './rows.ts';

export type TimeRange = { from?: number | undefined; until?: number | undefined };

export type TimeList = TimeRange & { order?: 'newest' | 'oldest' | undefined };

export function within(time: RawBuilder<unknown>, { from, until }: TimeRange): RawBuilder<unknown> {
	const bounds = [
		...(from === undefined ? [] : [sql`${time} >= ${new Date(from)}`]),
		...(until === undefined ? [] : [sql`${time} < ${new Date(until)}`]),
	];
	return bounds.length > 0 ? sql.join(bounds, sql` and `) : sql`true`;
}

export function wayOf(isRising: boolean) {
	return isRising ? { way: sql`asc`, beyond: sql`>` } : { way: sql`desc`, beyond: sql`<` };
}

export type Stretch = { aboveId: number; belowId: number };
type Numbered = 'audit_records' | 'callbacks' | 'log_entries';

/** A row may be written this long after its id was assigned. */
const OUT_OF_ORDER_MS = 10 * 60_000;

/** Converts times to ids, so that these tables need no index on time. */
export async function stretchOf(db: Database, table: Numbered, { from, until }: TimeRange): Promise<Stretch> {
	return {
		aboveId: from === undefined ? 0 : (await firstIdSince(db, table, from - OUT_OF_ORDER_MS)) - 1,
		belowId: until === undefined ? Number.MAX_SAFE_INTEGER : await firstIdSince(db, table, until + OUT_OF_ORDER_MS),
	};
}

async function firstIdSince(db: Database, table: Numbered, sinceMs: number): Promise<number> {
	const name = sql.table(table);
	const end = await rowOf<{ id: number }>(db)`select coalesce(max(id), 0) + 1 as id from ${name}`;
	let low = 0;
	let high = end?.id ?? 1;
	while (low < high) {
		const middle = Math.floor((low + high) / 2);
		const row = await rowOf<{ id: number; at: Date }>(db)`
			select id, at from ${name} where id >= ${middle} order by id limit 1
		`;
		if (!row || row.at.getTime() >= sinceMs) high = middle;
		else low = row.id + 1;
	}
	return high;
}

export function behind({ aboveId, belowId }: Stretch, lastId: number | undefined, isRising = false): Stretch {
	if (lastId === undefined) return { aboveId, belowId };
	return isRising ? { aboveId: lastId, belowId } : { aboveId, belowId: lastId };
}
