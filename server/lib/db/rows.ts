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
