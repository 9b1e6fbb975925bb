import { type ErrorShape, PlatformRefusal } from './refusal.ts';

export type Query = Record<string, string | string[] | undefined>;

export function textOf(query: Query, name: string): string | undefined {
	const value = query[name];
	return Array.isArray(value) ? value[0] : value;
}

export function idsOf(query: Query, name: string): number[] | undefined {
	const values = [query[name] ?? []].flat().flatMap((value) => value.split(','));
	const ids = values.map((value) => (/^\d{1,15}$/.test(value.trim()) ? Number(value) : 0));
	return ids.length === 0 || ids.includes(0) ? undefined : [...new Set(ids)];
}

/** Cursors contain their list, so that a foreign cursor is rejected. */
export function pageOf<Item>(
	items: readonly Item[],
	page: { list: string; limit: number; cursor: string | undefined },
	badCursor: () => PlatformRefusal,
): { items: Item[]; next: string | null } {
	const at = page.cursor ? readCursor(page.list, page.cursor) : 0;
	if (at === undefined || at > items.length) throw badCursor();
	const end = at + page.limit;
	return { items: items.slice(at, end), next: end < items.length ? writeCursor(page.list, end) : null };
}

function writeCursor(list: string, at: number): string {
	return Buffer.from(JSON.stringify([list, at])).toString('base64url');
}

function readCursor(list: string, cursor: string): number | undefined {
	try {
		const [ofList, at] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as [unknown, unknown];
		return ofList === list && Number.isSafeInteger(at) && (at as number) >= 0 ? (at as number) : undefined;
	} catch {
		return undefined;
	}
}

export function oneOf<Value extends string>(
	value: string | undefined,
	allowed: readonly Value[],
	fallback: Value,
	refusal: { shape: ErrorShape; code: number | string; message: string },
): Value {
	if (value === undefined) return fallback;
	const found = allowed.find((each) => each.toLowerCase() === value.toLowerCase());
	if (found === undefined) throw new PlatformRefusal(refusal.shape, 400, refusal.code, refusal.message);
	return found;
}
