import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';

/**
 * Stores write SQL themselves (kysely's `sql` template), so that locks and plans stay visible; the schema type
 * parameter is therefore not used. A store function takes `Tx` first when it must run inside a transaction, and
 * `Database` when a single statement is enough.
 */
export type Database = Kysely<unknown>;
export type Tx = Transaction<unknown>;

export type DatabaseOptions = {
	url: string;
	/** Role to take on after connecting: the application's own, which cannot update or delete transfers. */
	role?: string | undefined;
	poolSize: number;
	applicationName: string;
	onError: (error: Error) => void;
};

const INT8_OID = 20;
const TIMES_TO_TRY = 5;
const RETRYABLE_CODES = new Set(['40001', '40P01']);

/** One pool. `bigint` columns arrive as exact numbers; a value that a double cannot hold is an error, never rounded. */
export function createPool(options: DatabaseOptions): pg.Pool {
	const pool = new pg.Pool({
		connectionString: options.url,
		max: options.poolSize,
		application_name: options.applicationName,
		connectionTimeoutMillis: 5_000,
		idle_in_transaction_session_timeout: 30_000,
		statement_timeout: 30_000,
		lock_timeout: 10_000,
		...(options.role ? { options: `-c role=${options.role}` } : {}),
		types: { getTypeParser: (oid, format) => (oid === INT8_OID ? parseInt8 : pg.types.getTypeParser(oid, format)) },
	});
	// Without a listener an idle connection's loss (a database restart) would end the process.
	pool.on('error', options.onError);
	// The same for one that is lost while checked out, between two statements of a transaction.
	pool.on('connect', (client) => client.on('error', options.onError));
	return pool;
}

export function createDatabase(pool: pg.Pool): Database {
	return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Runs `work` in one transaction and tries again when PostgreSQL ended it for a deadlock or a serialization conflict,
 * which is always safe: nothing of it was kept.
 */
export async function inTransaction<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await db.transaction().execute(work);
		} catch (error) {
			if (attempt >= TIMES_TO_TRY || !RETRYABLE_CODES.has(sqlState(error) ?? '')) throw error;
			await sleep(attempt * 5 * Math.random());
		}
	}
}

/** PostgreSQL's five-character error code, if that is what the error is. */
export function sqlState(error: unknown): string | undefined {
	const code = (error as { code?: unknown } | undefined)?.code;
	return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

function parseInt8(text: string): number {
	const value = Number(text);
	if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number exactly`);
	return value;
}
