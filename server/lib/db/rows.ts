import { sql } from 'kysely';
import type { Database, Tx } from './database.ts';

/** Reads with a statement that is told as a template: all of its rows. */
export function rowsOf<Row>(db: Database | Tx) {
	return async (text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> =>
		(await sql<Row>(text, ...values).execute(db)).rows;
}

/** The same of a statement that finds one row or none. */
export function rowOf<Row>(db: Database | Tx) {
	return async (text: TemplateStringsArray, ...values: unknown[]): Promise<Row | undefined> =>
		(await rowsOf<Row>(db)(text, ...values))[0];
}
