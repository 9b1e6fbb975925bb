import { setTimeout as sleep } from 'node:timers/promises';
import { type IsolationLevel, Kysely, PostgresDialect, type QueryExecutor } from 'kysely';
import pg from 'pg';
import { asAway, DatabaseAway } from './database-away.ts';
import { createEngine, type PoolEngine } from './spread/create-engine.ts';
import type { Engine } from './spread/engine.ts';
import { plain } from './spread/plain.ts';

/**
 * Stores write SQL themselves, so that locks and plans stay visible: most of it (common table expressions, `unnest`, locks, named
 * statements) is longer in kysely's typed builder. kysely stays for its nesting `sql` tag and for transactions that keep the order
 * of what is sent at once; better-auth brings it in any case.
 */
export type Database = PooledDatabase;
/** kysely's own transaction, or a {@link inPipeline pipeline}. */
export type Tx = {
	getExecutor(): QueryExecutor;
	readonly isTransaction: true;
	readonly engine: Engine;
};

export type DatabaseOptions = {
	url: string;
	/** The role to take on: the application's own cannot update or delete transfers. */
	role?: string | undefined;
	poolSize: number;
	applicationName: string;
	onError: (error: Error) => void;
	/** A statement's limit: the database ends it, or we end the connection. Unset: 30 s, or its own. */
	statementMs?: number;
	/** No limits of time: for migrations, or a person at a terminal. */
	isRetrying?: true;
};

const INT8_OID = 20;
const TIMES_TO_TRY = 5;
const STATEMENT_MS = 30_000;
const IDLE_MS = 30_000;
const LOCK_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
/** A new connection costs tens of ms until it has planned what it runs: closed after a calm, it is opened under load. */
const KEPT_UNUSED_MS = 600_000;
/** In ms, for the answer that a statement took too long; none means that the connection leads nowhere. */
const SILENCE_MS = 2_000;
const WAITING_MAX = 1_000;
const NUMBERS = 'lootpass numbers';
/** Each is asked within a ms, and holds nothing. */
const NUMBERS_POOL_SIZE = 2;
const RETRYABLE_CODES = new Set(['40001', '40P01']);

/** `-- prepared: insert_postings` as a first line: each connection plans it once. Fixed texts only. */
const PREPARED = /^\s*-- prepared: (\w+)\n/;

/** kysely hands over text and values alone: a name travels in the text. One turn's writes go out in one piece. */
class Client extends pg.Client {
	constructor(config?: string | pg.ClientConfig) {
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
				throw asAway(error, true);
			});
		}) as typeof this.query;
	}
}

/** A pool that refuses at once whoever comes when too many wait. @throws DatabaseAway */
class Pool extends pg.Pool {
	readonly engine: PoolEngine;

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
			return Promise.reject(new DatabaseAway('too many requests are waiting for a connection', { wasAsked: false }));
		}
		return super.connect().catch((error) => {
			throw asAway(error, false);
		});
	}
}

/** `bigint` columns arrive as exact numbers; what a double cannot hold is an error, never rounded. */
export function createPool(options: DatabaseOptions): pg.Pool {
	const { statementMs = STATEMENT_MS, isRetrying } = options;
	const limits = {
		idle_in_transaction_session_timeout: IDLE_MS,
		statement_timeout: statementMs,
		lock_timeout: LOCK_MS,
		// A network that has forgotten a connection says nothing, for ever.
		...(options.statementMs && { query_timeout: options.statementMs + SILENCE_MS }),
	};
	const config: pg.PoolConfig = {
		Client,
		onConnect: (client) => pool.engine.learn(client),
		connectionString: options.url,
		max: options.poolSize,
		application_name: options.applicationName,
		pipeline: true,
		connectionTimeoutMillis: 5_000,
		idleTimeoutMillis: KEPT_UNUSED_MS,
		...(isRetrying ? {} : limits),
		keepAlive: true,
		keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
		...(options.role ? { options: `-c role=${options.role}` } : {}),
		types: { getTypeParser: (oid, format) => (oid === INT8_OID ? parseInt8 : pg.types.getTypeParser(oid, format)) },
	};
	const pool = new Pool(config, () =>
		createPool({ ...options, poolSize: NUMBERS_POOL_SIZE, applicationName: NUMBERS }),
	);
	const report = (error: Error) => (pool.ending ? undefined : options.onError(error));
	// Without a listener, losing an idle connection would end the process.
	pool.on('error', report);
	// The same for one that is checked out.
	pool.on('connect', (client) => client.on('error', report));
	return pool;
}

class PooledDatabase extends Kysely<unknown> {
	readonly pool: pg.Pool;
	constructor(pool: pg.Pool) {
		super({ dialect: new PostgresDialect({ pool }) });
		this.pool = pool;
	}

	/** A plain PostgreSQL, until the pool's first connection says otherwise. */
	get engine(): Engine {
		return (this.pool as Partial<Pool>).engine ?? plain;
	}

	override async destroy(): Promise<void> {
		await super.destroy();
		if (!this.pool.ending) await this.pool.end();
	}
}

export function createDatabase(pool: pg.Pool): Database {
	return new PooledDatabase(pool);
}

/** Somebody else did at the same moment what the work was about to do: run it again, and it will see that. */
export class LostRace extends Error {
	override readonly name = 'LostRace';
}

/** Runs `work` in one transaction, again where it was {@link retryLost lost}. */
export function inTransaction<Result>(
	db: Database,
	work: (tx: Tx) => Promise<Result>,
	isolation?: IsolationLevel,
): Promise<Result> {
	const transaction = isolation ? db.transaction().setIsolationLevel(isolation) : db.transaction();
	return retryLost(() => transaction.execute((tx) => work(withEngine(tx, db))));
}

/** Runs `work` in a transaction that only reads, and all of its statements see the same moment. */
export function inSnapshot<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
	const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
	return reading.execute((tx) => work(withEngine(tx, db)));
}

const withEngine = (tx: Omit<Tx, 'engine'>, { engine }: Database): Tx => Object.assign(tx, { engine });

/** Runs a whole transaction again after a deadlock, a conflict or a lost race: nothing of it was kept. */
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

/** Of a statement that inserts into one table with unique keys: not every engine names the table. */
export function isDuplicate(error: unknown): boolean {
	return sqlState(error) === UNIQUE_VIOLATION;
}

export function sqlState(error: unknown): string | undefined {
	const { code } = (error ?? {}) as { code?: unknown };
	return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

function parseInt8(text: string): number {
	const value = Number(text);
	if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number exactly`);
	return value;
}
