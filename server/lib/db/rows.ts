import { sql } from 'kysely';
import type { Queryable } from './spread/engine.ts';

export function rowsOf<Row>(db: Queryable) {
	return async (text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> =>
		(await sql<Row>(text, ...values).execute(db)).rows;
}

export function rowOf<Row>(db: Queryable) {
	return async (text: TemplateStringsArray, ...values: unknown[]): Promise<Row | undefined> =>
		(await rowsOf<Row>(db)(text, ...values))[0];
}

export function hasRow(db: Queryable) {
	return async (text: TemplateStringsArray, ...values: unknown[]): Promise<boolean> =>
		(await rowOf(db)(text, ...values)) !== undefined;
}

/** Undefined for null, too. */
export function cellOf<Value>(db: Queryable) {
	return async (text: TemplateStringsArray, ...values: unknown[]): Promise<Value | undefined> =>
		Object.values((await rowOf<Record<string, Value>>(db)(text, ...values)) ?? {})[0] ?? undefined;
}

export type InDates<Wire, Time extends keyof Wire> = {
	[Name in keyof Wire]: Name extends Time ? Date | Extract<Wire[Name], null> : Wire[Name];
};

type InMs<Row> = { [Name in keyof Row]: Row[Name] extends Date | null ? number | Extract<Row[Name], null> : Row[Name] };

export function datesToMs<Row extends object>(row: Row): InMs<Row> {
	const fields = Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.getTime() : value]);
	return Object.fromEntries(fields);
}
