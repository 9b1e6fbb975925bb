import { sql } from 'kysely';
import type { Tx } from './database.ts';

export function rowsOf<Row>(db: Pick<Tx, 'getExecutor'>) {
	return async (text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> =>
		(await sql<Row>(text, ...values).execute(db)).rows;
}

export function rowOf<Row>(db: Pick<Tx, 'getExecutor'>) {
	return async (text: TemplateStringsArray, ...values: unknown[]): Promise<Row | undefined> =>
		(await rowsOf<Row>(db)(text, ...values))[0];
}
