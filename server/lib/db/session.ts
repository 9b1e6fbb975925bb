import { type CompiledQuery, type DatabaseConnection, Kysely, PostgresDialect, type QueryResult, sql } from 'kysely';
import type pg from 'pg';
import { Client, CONNECTION, type Tx } from './database.ts';
import { asDatabaseUnavailable } from './database-unavailable.ts';
import type { Queryable } from './spread/engine.ts';
import { plain } from './spread/plain.ts';

/** One connection outside of any pool. */
export type Session = Queryable & {
	/** The driver's client, for COPY, which kysely does not support. */
	readonly client: pg.ClientBase;
};

/** Sets no time limits. Ending the session rolls back an open transaction. */
export async function withSession<Result>(
	{ url, name }: { url: string; name: string },
	work: (session: Session) => Promise<Result>,
): Promise<Result> {
	const client = new Client({ ...CONNECTION, connectionString: url, application_name: `lootpass ${name}` });
	client.on('error', () => {});
	try {
		await client.connect().catch((error) => {
			throw asDatabaseUnavailable(error, false);
		});
		const pool = () => Promise.reject(new Error('a session has its own connection'));
		const executor = new Kysely({ dialect: new PostgresDialect({ pool }) }).getExecutor();
		const connection = connectionBy((text, values) => client.query(text, values));
		const own = executor.withConnectionProvider({ provideConnection: (use) => use(connection) });
		return await work({ client, getExecutor: () => own });
	} finally {
		await client.end();
	}
}

/** The transaction ends with COMMIT or with the session. */
export async function beginIn(
	session: Session,
	mode: '' | 'isolation level repeatable read read only' = '',
): Promise<Session & Tx> {
	await sql`begin ${sql.raw(mode)}`.execute(session);
	return { ...session, isTransaction: true, engine: plain };
}

export function connectionBy(send: (text: string, values: unknown[]) => Promise<pg.QueryResult>): DatabaseConnection {
	return {
		async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
			const { rows, rowCount } = await send(sql, parameters as unknown[]);
			return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
		},
		streamQuery() {
			throw new Error("streaming isn't supported");
		},
	};
}
