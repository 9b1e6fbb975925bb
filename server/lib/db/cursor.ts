import { type RawBuilder, sql } from 'kysely';
import type { Page } from '../../../contract/paging.ts';
import { callError } from '../../../contract/refusals.ts';
import { type Database, rowOf } from './database.ts';

export const encodeCursor = (key: string): string => Buffer.from(key, 'utf8').toString('base64url');

/** @throws CallError `invalid-argument` unless made by {@link encodeCursor} from a matching key. */
export function decodeCursor(cursor: string, pattern: RegExp): string {
	const key = Buffer.from(cursor, 'base64url').toString('utf8');
	if (!pattern.test(key) || encodeCursor(key) !== cursor) throw callError('invalid-argument', 'invalid-cursor');
	return key;
}

export const SERIAL = /^[1-9]\d{0,15}$/;
/** As the source of a pattern. */
export const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TIME_AND_ID = new RegExp(`^\\d{1,15} ${UUID}$`);

/** Returns the parts of a cursor, or an empty array for the first page. */
export function readCursor(cursor: string | undefined, pattern: RegExp): string[] {
	return cursor === undefined ? [] : decodeCursor(cursor, pattern).split(' ');
}

export function readTimeCursor(cursor: string | undefined): { createdAt: Date; id: string } | undefined {
	const [createdAtMs, id = ''] = readCursor(cursor, TIME_AND_ID);
	return createdAtMs === undefined ? undefined : { createdAt: new Date(Number(createdAtMs)), id };
}

/** @param rows one more than `limit`, to detect a further page. */
export function toPage<Row, Item>(
	rows: readonly Row[],
	limit: number,
	{ toItem, keyOf }: { toItem: (row: Row) => Item; keyOf: (row: Row) => readonly (string | number | Date)[] },
): Page<Item> {
	const shown = rows.slice(0, limit);
	const last = rows.length > limit ? shown.at(-1) : undefined;
	const key = last && keyOf(last).map((part) => (part instanceof Date ? part.getTime() : part));
	return { items: shown.map(toItem), nextCursor: key ? encodeCursor(key.join(' ')) : null };
}

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
