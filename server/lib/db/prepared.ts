import { CompiledQuery, type QueryResult } from 'kysely';
import type { Queryable } from './spread/engine.ts';

export function prepared<Row = unknown>(name: string, text: string) {
	const named = `-- prepared: ${name}\n${text}`;
	return (db: Queryable, ...values: unknown[]): Promise<QueryResult<Row>> =>
		db.getExecutor().executeQuery(CompiledQuery.raw(named, values) as CompiledQuery<Row>);
}
