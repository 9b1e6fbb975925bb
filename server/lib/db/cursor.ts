import type { Page } from '../../../contract/paging.ts';
import { callError } from '../../../contract/refusals.ts';

export function encodeCursor(key: string): string {
	return Buffer.from(key, 'utf8').toString('base64url');
}

/** @throws CallError `invalid-argument` unless made by {@link encodeCursor} from a matching key. */
export function decodeCursor(cursor: string, pattern: RegExp): string {
	const key = Buffer.from(cursor, 'base64url').toString('utf8');
	if (!pattern.test(key) || encodeCursor(key) !== cursor) {
		throw callError('invalid-argument', 'invalid-cursor');
	}
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
