type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value?.constructor === Object;
const itself = (value: unknown) => value;

const typed: Readonly<Record<string, (value: unknown) => unknown>> = {
	...{ nullValue: () => null, booleanValue: itself, stringValue: itself, referenceValue: itself },
	...{ bytesValue: itself, geoPointValue: itself, integerValue: Number, doubleValue: Number },
	timestampValue: (value) => new Date(String(value)),
	mapValue: (value) => readFields(isObject(value) ? value.fields : undefined),
	arrayValue: (value) => (isObject(value) && Array.isArray(value.values) ? value.values.map(readValue) : []),
};

export function readFields(fields: unknown): Json {
	if (!isObject(fields)) return {};
	return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, readValue(value)]));
}

function readValue(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(readValue);
	if (!isObject(value)) return value;
	const [[type, content] = ['', undefined], ...more] = Object.entries(value);
	if (more.length === 0 && Object.hasOwn(typed, type)) return typed[type]?.(content);
	const { _seconds: seconds, _nanoseconds: nanos } = value;
	return typeof seconds === 'number' ? new Date(seconds * 1_000 + Number(nanos ?? 0) / 1e6) : readFields(value);
}

const SECONDS_BELOW = 1e11;
const LATEST_MS = Date.UTC(2200, 0);

/** Accepts dates, ISO text, seconds and ms. @returns whole ms, or undefined. */
export function msOf(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
	const isSeconds = typeof number === 'number' && number < SECONDS_BELOW;
	const ms = isSeconds ? number * 1_000 : new Date((number ?? Number.NaN) as number).getTime();
	return ms > 0 && ms < LATEST_MS ? Math.floor(ms) : undefined;
}

export function fieldOf(data: Json, path: string): unknown {
	if (Object.hasOwn(data, path)) return data[path];
	const inside = (at: unknown, name: string) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined);
	return path.split('.').reduce(inside, data as unknown);
}

/** @returns a text that PostgreSQL accepts, or undefined. */
export function textOf(value: unknown): string | undefined {
	const isText = typeof value === 'string' || typeof value === 'number';
	return isText ? String(value).replaceAll('\0', '').toWellFormed() : undefined;
}

const AMOUNT_MAX = 1e11;
const DUST = 1e-6;

/** Rounds R$ to the nearest hundredth. Other values count as 0. */
export function amountOf(value: unknown): { cents: number; problem?: string } {
	const none = (problem: string) => ({ cents: 0, problem });
	if (value === undefined || value === null) return none('missing');
	if (typeof value !== 'number') return none('not a number');
	if (Number.isNaN(value)) return none('NaN');
	if (value < 0) return none('negative');
	if (value > AMOUNT_MAX) return none('too large');
	const cents = Math.round(value * 100);
	return Math.abs(value * 100 - cents) > DUST ? { cents, problem: 'rounded to hundredths' } : { cents };
}
