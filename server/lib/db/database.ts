import { setTimeout as sleep } from 'node:timers/promises';
import {
	type CompiledQuery,
	type DatabaseConnection,
	type IsolationLevel,
	Kysely,
	PostgresDialect,
	type QueryResult,
	sql,
} from 'kysely';
import pg from 'pg';
import type { Clock } from '../clock-and-log.ts';
import { createEngine, type PoolEngine } from './spread/create-engine.ts';
import { type Engine, plain, type Queryable } from './spread/engine.ts';

/** Plain SQL keeps locks and plans visible. */
export type Database = PooledDatabase;
export type DbDeps = { db: Database; clock: Clock };
export type Tx = Queryable & { readonly isTransaction: true; readonly engine: Engine };

export type DatabaseOptions = {
	url: string;
	/** The application's own role cannot update or delete transfers. */
	role?: string | undefined;
	poolSize: number;
	applicationName: string;
	onError: (error: Error) => void;
	/** Statement timeout in ms, default 30 s. If set, the client also times out. */
	statementMs?: number;
	/** Disables time limits, for migrations and commands at a terminal. */
	isRetrying?: true;
};

const INT8_OID = 20;
const TIMES_TO_TRY = 5;
const STATEMENT_MS = 30_000;
const IDLE_MS = 30_000;
const LOCK_MS = 10_000;
const CONNECTION_IDLE_MS = 600_000;
/** Time in ms for PostgreSQL to report its own timeout. Without a report, the connection is dead. */
const SILENCE_MS = 2_000;
const WAITING_MAX = 1_000;
const NUMBERS = 'lootpass numbers';
const NUMBERS_POOL_SIZE = 2;
/** A full disk is assumed for this time, because PostgreSQL reports it only to the failing statement. */
const DISK_FULL_MS = 30_000;
const RETRYABLE_CODES = new Set(['40001', '40P01']);

/** Returns `bigint` columns as numbers; an inexact value throws. */
export const CONNECTION = {
	connectionTimeoutMillis: 5_000,
	keepAlive: true,
	keepAliveInitialDelayMillis: 10_000,
	types: { getTypeParser: (oid, format) => (oid === INT8_OID ? parseInt8 : pg.types.getTypeParser(oid, format)) },
} satisfies pg.ClientConfig;

/** A statement that begins with a line such as `-- prepared: insert_postings` is named. Its text must be constant. */
const PREPARED = /^\s*-- prepared: (\w+)\n/;

/** kysely passes only text and values, so the statement's name travels in the text. */
class Client extends pg.Client {
	constructor(config?: pg.ClientConfig & { onFailure?: (error: unknown) => void }) {
		super(config);
		const query = this.query.bind(this) as (...args: unknown[]) => unknown;
		this.query = ((text: unknown, ...rest: unknown[]) => {
			const name = typeof text === 'string' ? PREPARED.exec(text)?.[1] : undefined;
			const { stream } = this.connection;
			if (stream.writableCorked === 0) {
				stream.cork();
				process.nextTick(() => stream.uncork());
			}
			const answer = query(name ? { name, text } : text, ...rest);
			if (!(answer instanceof Promise)) return answer;
			return answer.catch((error) => {
				config?.onFailure?.(error);
				throw asDatabaseUnavailable(error, true);
			});
		}) as typeof this.query;
	}
}

class Pool extends pg.Pool {
	readonly engine: PoolEngine;
	diskFullAtMs = Number.NEGATIVE_INFINITY;

	constructor(config: pg.PoolConfig, openNumbers: () => pg.Pool) {
		super(config);
		this.engine = createEngine(this, openNumbers);
	}

	override end(): Promise<void>;
	override end(callback: () => void): void;
	override end(callback?: () => void): unknown {
		const ended = super.end().then(() => this.engine.end());
		return callback ? ended.then(callback) : ended;
	}

	override connect(): Promise<pg.PoolClient>;
	override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
	override connect(callback?: Parameters<pg.Pool['connect']>[0]): unknown {
		if (callback) return super.connect(callback);
		if (this.waitingCount >= WAITING_MAX) {
			return Promise.reject(
				new DatabaseUnavailable('too many requests are waiting for a connection', { wasSent: false }),
			);
		}
		return super.connect().catch((error) => {
			throw asDatabaseUnavailable(error, false);
		});
	}
}

export function createPool(options: DatabaseOptions): pg.Pool {
	const { statementMs = STATEMENT_MS, isRetrying } = options;
	const limits = {
		idle_in_transaction_session_timeout: IDLE_MS,
		statement_timeout: statementMs,
		lock_timeout: LOCK_MS,
		// The client also times out, because a network that dropped the connection's state reports no error.
		...(options.statementMs && { query_timeout: options.statementMs + SILENCE_MS }),
	};
	const config = {
		...CONNECTION,
		Client,
		onConnect: (client: pg.ClientBase) => pool.engine.learn(client),
		onFailure(error: unknown) {
			if (isDiskFull(error)) pool.diskFullAtMs = performance.now();
		},
		connectionString: options.url,
		max: options.poolSize,
		application_name: options.applicationName,
		pipeline: true,
		idleTimeoutMillis: CONNECTION_IDLE_MS,
		...(isRetrying ? {} : limits),
		...(options.role ? { options: `-c role=${options.role}` } : {}),
	};
	const pool: Pool = new Pool(config, () =>
		createPool({ ...options, poolSize: NUMBERS_POOL_SIZE, applicationName: NUMBERS }),
	);
	const report = (error: Error) => (pool.ending ? undefined : options.onError(error));
	// Without a listener, an error on an idle connection would end the process.
	pool.on('error', report);
	pool.on('connect', (client) => client.on('error', report));
	return pool;
}

class PooledDatabase extends Kysely<unknown> {
	readonly pool: pg.Pool;
	constructor(pool: pg.Pool) {
		super({ dialect: new PostgresDialect({ pool }) });
		this.pool = pool;
	}

	get engine(): Engine {
		return (this.pool as Partial<Pool>).engine ?? plain;
	}

	get isDiskFull(): boolean {
		const { diskFullAtMs = Number.NEGATIVE_INFINITY } = this.pool as Partial<Pool>;
		return performance.now() - diskFullAtMs < DISK_FULL_MS;
	}

	override async destroy(): Promise<void> {
		await super.destroy();
		if (!this.pool.ending) await this.pool.end();
	}
}

export const createDatabase = (pool: pg.Pool): Database => new PooledDatabase(pool);

export class LostRace extends Error {
	override readonly name = 'LostRace';
}

export function inTransaction<Result>(
	db: Database,
	work: (tx: Tx) => Promise<Result>,
	isolation?: IsolationLevel,
): Promise<Result> {
	const transaction = isolation ? db.transaction().setIsolationLevel(isolation) : db.transaction();
	return retryLost(() => transaction.execute((tx) => work(withEngine(tx, db))));
}

export function inSnapshot<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
	const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
	return reading.execute((tx) => work(withEngine(tx, db)));
}

const withEngine = (tx: Omit<Tx, 'engine'>, { engine }: Database): Tx => Object.assign(tx, { engine });

/** Retries a whole transaction after a deadlock, a conflict or a {@link LostRace}. */
export async function retryLost<Result>(transaction: () => Promise<Result>): Promise<Result> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await transaction();
		} catch (error) {
			const isRetryable = error instanceof LostRace || RETRYABLE_CODES.has(sqlState(error) ?? '');
			if (attempt >= TIMES_TO_TRY || !isRetryable) throw error;
			await sleep(attempt * 5 * Math.random());
		}
	}
}

const UNIQUE_VIOLATION = '23505';

/** Does not check which table has the duplicate, because Citus may not name it. */
export const isDuplicate = (error: unknown): boolean => sqlState(error) === UNIQUE_VIOLATION;

export function sqlState(error: unknown): string | undefined {
	const { code } = (error ?? {}) as { code?: unknown };
	return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

function parseInt8(text: string): number {
	const value = Number(text);
	if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number exactly`);
	return value;
}

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

/** Returns the first column. */
export function cellsOf<Value>(db: Queryable) {
	return async (text: TemplateStringsArray, ...values: unknown[]): Promise<Value[]> =>
		(await rowsOf<Record<string, Value>>(db)(text, ...values)).map((row) => Object.values(row)[0] as Value);
}

export type InDates<Wire, Time extends keyof Wire> = {
	[Name in keyof Wire]: Name extends Time ? Date | Extract<Wire[Name], null> : Wire[Name];
};

type InMs<Row> = { [Name in keyof Row]: Row[Name] extends Date | null ? number | Extract<Row[Name], null> : Row[Name] };

export function datesToMs<Row extends object>(row: Row): InMs<Row> {
	const fields = Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.getTime() : value]);
	return Object.fromEntries(fields);
}

/**
 * Returns a condition that limits `column` to users. Joins repeat it for each table, because Citus routes by it. The OR
 * prevents an index scan, which would try the whole array for each joined row.
 */
export function ofUsers(column: string, users = '$1'): string {
	return `(${column} = any(${users}::uuid[]) or ${column} = (${users}::uuid[])[1])`;
}

export async function withPool<Result>(
	{ name, ...options }: { url: string; name: string } & Partial<DatabaseOptions>,
	work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
	const usual = { poolSize: 2, applicationName: `lootpass ${name}`, onError: () => {}, isRetrying: true } as const;
	const pool = createPool({ ...usual, ...options });
	try {
		return await work(pool);
	} finally {
		await pool.end();
	}
}

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

export class DatabaseUnavailable extends Error {
	override readonly name = 'DatabaseUnavailable';
	/** True if the statement was sent, so it may have been executed. */
	readonly wasSent: boolean;

	constructor(message: string, options: { wasSent: boolean; cause?: unknown }) {
		super(message, { cause: options.cause });
		this.wasSent = options.wasSent;
	}
}

/** SQLSTATEs after which nothing was stored: no resources (53), read-only, timeout, lock, conflict. */
const NOT_NOW = /^(53...|25006|57014|57P03|55P03|40001|40P01|58030)$/;
/** SQLSTATEs that end the session, so a commit in progress may have succeeded. */
const SESSION_ENDED = /^(57P01|57P02|57P05|25P03|08...)$/;

export function outcomeIfUnavailable(error: unknown): 'nothing-done' | 'unknown' | undefined {
	if (error instanceof DatabaseUnavailable) return error.wasSent ? 'unknown' : 'nothing-done';
	const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
	if (severity === undefined || typeof code !== 'string') return undefined;
	if (SESSION_ENDED.test(code)) return 'unknown';
	return NOT_NOW.test(code) ? 'nothing-done' : undefined;
}

/** Returns true if the disk of the database was full. A full /dev/shm (dsm_impl.c) stops parallel queries only. */
function isDiskFull(error: unknown): boolean {
	const { code, file } = (error ?? {}) as { code?: unknown; file?: unknown };
	return code === '53100' && file !== 'dsm_impl.c';
}

/** Keeps PostgreSQL's own errors and wraps all others as {@link DatabaseUnavailable}. */
function asDatabaseUnavailable(error: unknown, wasSent: boolean): unknown {
	const isPostgres = (error as { severity?: unknown }).severity !== undefined;
	if (isPostgres || error instanceof DatabaseUnavailable) return error;
	return new DatabaseUnavailable(`the database doesn't respond: ${(error as Error).message}`, {
		wasSent,
		cause: error,
	});
}
