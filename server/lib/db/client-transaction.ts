import { type CompiledQuery, type DatabaseConnection, Kysely, PostgresDialect, type QueryResult } from 'kysely';
import type pg from 'pg';
import type { Tx } from './database.ts';
import { plain } from './spread/plain.ts';

export function transactionOn(client: pg.ClientBase): Tx {
	const connection: DatabaseConnection = {
		async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
			const { rows, rowCount } = await client.query(sql, parameters as unknown[]);
			return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
		},
		streamQuery() {
			throw new Error('streaming isn’t supported');
		},
	};
	const pool = () => Promise.reject(new Error('the transaction already has a connection'));
	const executor = new Kysely({ dialect: new PostgresDialect({ pool }) }).getExecutor();
	const given = executor.withConnectionProvider({ provideConnection: (use) => use(connection) });
	return { getExecutor: () => given, isTransaction: true, engine: plain };
}
