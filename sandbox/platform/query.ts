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

const writeCursor = (list: string, at: number): string => Buffer.from(JSON.stringify([list, at])).toString('base64url');

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

type ErrorShape = 'list' | 'open-cloud' | 'passes';

export class PlatformRefusal extends Error {
	readonly statusCode: number;
	readonly shape: ErrorShape;
	readonly code: number | string;
	readonly field: string | null;

	constructor(shape: ErrorShape, statusCode: number, code: number | string, message: string, field?: string) {
		super(message);
		this.shape = shape;
		this.statusCode = statusCode;
		this.code = code;
		this.field = field ?? null;
	}
}

export function refusalBody(shape: ErrorShape, code: number | string, message: string, field: string | null): unknown {
	if (shape === 'list') return { errors: [{ code, message }] };
	if (shape === 'open-cloud') return { code, message };
	return { errorCode: code, errorMessage: message, field, hint: null };
}

export function shapeOf(path: string): ErrorShape {
	if (path.startsWith('/game-passes/')) return 'passes';
	return path.startsWith('/universes/') ? 'open-cloud' : 'list';
}

export function generalRefusalBody(path: string, status: number): unknown {
	const shape = shapeOf(path);
	const tooMany = status === 429;
	const message = tooMany ? 'Too many requests' : status === 404 ? 'NotFound' : 'InternalServerError';
	if (shape === 'list') return refusalBody(shape, tooMany && path.startsWith('/v1/games') ? 4 : 0, message, null);
	if (shape === 'open-cloud') return refusalBody(shape, tooMany ? 'RESOURCE_EXHAUSTED' : 'INTERNAL', message, null);
	return refusalBody(shape, tooMany ? 'TooManyRequests' : 'InternalError', message, null);
}
