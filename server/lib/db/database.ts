import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type QueryExecutor } from 'kysely';
import pg from 'pg';
import { asAway, DatabaseAway } from './database-away.ts';

/**
 * Stores write SQL themselves (kysely's `sql` template), so that locks and plans stay visible; the schema type
 * parameter is therefore not used. A store function takes `Tx` first when it must run inside a transaction, and
 * `Database` when a single statement is enough.
 */
export type Database = PooledDatabase;
/** kysely's own transaction, or a {@link inPipeline pipeline}. */
export type Tx = { getExecutor(): QueryExecutor; readonly isTransaction: true };

export type DatabaseOptions = {
	url: string;
	/** Role to take on after connecting: the application's own, which cannot update or delete transfers. */
	role?: string | undefined;
	poolSize: number;
	applicationName: string;
	onError: (error: Error) => void;
	/**
	 * How long a statement may take: then the database ends it, and if we do not hear of that either, we end the
	 * connection. Without it the database allows 30 s, and a statement may set itself another limit.
	 */
	statementMs?: number;
	/** No limits of time at all: for a migration of a large table, or a person at a terminal who can press Ctrl-C. */
	isRetrying?: true;
};

const INT8_OID = 20;
const TIMES_TO_TRY = 5;
const STATEMENT_MS = 30_000;
const IDLE_MS = 30_000;
const LOCK_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
/**
 * A new connection costs tens of ms of processor time until it has planned what it runs. Closed after each short calm, they
 * would be opened again just when the most has to be done.
 */
const KEPT_UNUSED_MS = 600_000;
/** For the answer that a statement has taken too long. None after that means that the connection leads nowhere. */
const SILENCE_MS = 2_000;
/** More than wait for a connection would wait longer than anybody does. */
const WAITING_MAX = 1_000;
const RETRYABLE_CODES = new Set(['40001', '40P01']);

/**
 * The first line of a statement that runs many times a second, `-- prepared: insert_postings`: each connection then
 * parses and plans it once. For fixed texts only; a name belongs to one text.
 */
const PREPARED = /^\s*-- prepared: (\w+)\n/;

/**
 * pg prepares what has a name, but kysely hands over text and values alone; so the name travels in the text. What is sent
 * before the event loop turns goes out in one piece.
 */
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

/** A pool at which only so many wait. Whoever comes when it is full is told at once. */
class Pool extends pg.Pool {
	override connect(): Promise<pg.PoolClient>;
	override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
	override connect(callback?: Parameters<pg.Pool['connect']>[0]): unknown {
		if (callback) return super.connect(callback);
		if (this.waitingCount >= WAITING_MAX) {
			return Promise.reject(new DatabaseAway('too many wait for a connection', { wasAsked: false }));
		}
		return super.connect().catch((error) => {
			throw asAway(error, false);
		});
	}
}

/** One pool. `bigint` columns arrive as exact numbers; a value that a double cannot hold is an error, never rounded. */
export function createPool(options: DatabaseOptions): pg.Pool {
	const { statementMs = STATEMENT_MS, isRetrying } = options;
	const limits = {
		idle_in_transaction_session_timeout: IDLE_MS,
		statement_timeout: statementMs,
		lock_timeout: LOCK_MS,
		// A network that has forgotten a connection says nothing, for ever; neither do we hear that the other side has gone.
		...(options.statementMs && { query_timeout: options.statementMs + SILENCE_MS }),
	};
	const pool = new Pool({
		Client,
		connectionString: options.url,
		max: options.poolSize,
		application_name: options.applicationName,
		// A statement is sent when it is asked for; nothing waits for the one before it but who needs its answer.
		pipeline: true,
		connectionTimeoutMillis: 5_000,
		idleTimeoutMillis: KEPT_UNUSED_MS,
		...(isRetrying ? {} : limits),
		keepAlive: true,
		keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
		...(options.role ? { options: `-c role=${options.role}` } : {}),
		types: { getTypeParser: (oid, format) => (oid === INT8_OID ? parseInt8 : pg.types.getTypeParser(oid, format)) },
	});
	// While the pool ends, its connections are meant to go.
	const report = (error: Error) => (pool.ending ? undefined : options.onError(error));
	// Without a listener an idle connection's loss (a database restart) would end the process.
	pool.on('error', report);
	// The same for one that is lost while checked out, between two statements of a transaction.
	pool.on('connect', (client) => client.on('error', report));
	return pool;
}

class PooledDatabase extends Kysely<unknown> {
	readonly pool: pg.Pool;

	constructor(pool: pg.Pool) {
		super({ dialect: new PostgresDialect({ pool }) });
		this.pool = pool;
	}

	/** kysely ends only what it has used itself. */
	override async destroy(): Promise<void> {
		await super.destroy();
		if (!this.pool.ending) await this.pool.end();
	}
}

export function createDatabase(pool: pg.Pool): Database {
	return new PooledDatabase(pool);
}

/** Somebody else did at the same moment what the work was about to do: roll back and run it again, and it will see that. */
export class LostRace extends Error {
	override readonly name = 'LostRace';
}

/** Runs `work` in one transaction, statement by statement, again where it was {@link retryLost lost}. */
export async function inTransaction<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
	return retryLost(() => db.transaction().execute(work));
}

/**
 * Runs a whole transaction again when PostgreSQL ended it for a deadlock or a serialization conflict, or it lost a race,
 * which is always safe: nothing of it was kept.
 */
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

/** Whether PostgreSQL refused a row because this table has one with its key. */
export function isDuplicateIn(error: unknown, table: string): boolean {
	return sqlState(error) === UNIQUE_VIOLATION && (error as { table?: unknown }).table === table;
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
