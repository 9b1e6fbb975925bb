import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type QueryExecutor } from 'kysely';
import pg from 'pg';
import { asAway, DatabaseAway } from './database-away.ts';
import { findShards, forMany, type Shards, shardOf } from './spread/shards.ts';

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
	/** Of a spread database: {@link Database.numbers}. */
	readonly numbers?: Database | undefined;
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
	/** Of a database that is spread over machines. */
	isOfMany = false;

	constructor(config?: string | pg.ClientConfig) {
		super(config);
		const query = this.query.bind(this) as (...args: unknown[]) => unknown;
		this.query = ((asked: unknown, ...rest: unknown[]) => {
			const text = this.isOfMany ? askingMany(asked) : asked;
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

function askingMany(asked: unknown): unknown {
	if (typeof asked === 'string') return forMany(asked);
	const { text } = asked as { text?: unknown };
	return typeof text === 'string' ? { ...(asked as object), text: forMany(text) } : asked;
}

/** A pool that refuses at once whoever comes when too many wait. @throws DatabaseAway */
class Pool extends pg.Pool {
	/** Asked by its first connection. */
	shards: Promise<Shards | undefined> | undefined;
	isSpread = false;
	openNumbers: (() => pg.Pool) | undefined;

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
	const pool: Pool = new Pool({
		Client,
		async onConnect(client) {
			pool.shards ??= findShards(client).catch((error) => {
				pool.shards = undefined;
				throw error;
			});
			pool.isSpread = (await pool.shards) !== undefined;
			(client as Client).isOfMany = pool.isSpread;
		},
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
	});
	pool.openNumbers = () => createPool({ ...options, poolSize: NUMBERS_POOL_SIZE, applicationName: NUMBERS });
	const report = (error: Error) => (pool.ending ? undefined : options.onError(error));
	// Without a listener, losing an idle connection would end the process.
	pool.on('error', report);
	// The same for one that is checked out.
	pool.on('connect', (client) => client.on('error', report));
	return pool;
}

class PooledDatabase extends Kysely<unknown> {
	readonly pool: pg.Pool;
	private opened: PooledDatabase | undefined;

	constructor(pool: pg.Pool) {
		super({ dialect: new PostgresDialect({ pool }) });
		this.pool = pool;
	}

	/**
	 * Separate connections that take numbers for the transactions of a spread database. Known from the pool's first connection on.
	 * Undefined if nothing is spread.
	 */
	get numbers(): PooledDatabase | undefined {
		const { isSpread, openNumbers } = this.pool as Pool;
		if (isSpread && openNumbers) this.opened ??= new PooledDatabase(openNumbers());
		return this.opened;
	}

	override async destroy(): Promise<void> {
		await super.destroy();
		if (!this.pool.ending) await this.pool.end();
		await this.opened?.destroy();
	}
}

export function createDatabase(pool: pg.Pool): Database {
	return new PooledDatabase(pool);
}

/** How the database is spread over machines; undefined: it is not. */
export async function shardsOf({ pool }: Database): Promise<Shards | undefined> {
	const { shards } = pool as Pool;
	if (shards) return shards;
	(await pool.connect()).release();
	return (pool as Pool).shards;
}

/** @returns what tells which shard a user's rows are in, from the first answer on without waiting. */
export function shardFinder(db: Database): (uid: string) => Promise<number> | number {
	let shards: Shards | undefined;
	let isKnown = false;
	return (uid) => {
		if (isKnown) return shardOf(shards, uid);
		return shardsOf(db).then((found) => {
			shards = found;
			isKnown = true;
			return shardOf(shards, uid);
		});
	};
}

/** Somebody else did at the same moment what the work was about to do: run it again, and it will see that. */
export class LostRace extends Error {
	override readonly name = 'LostRace';
}

/** Runs `work` in one transaction, again where it was {@link retryLost lost}. */
export async function inTransaction<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
	return retryLost(() => db.transaction().execute((tx) => work(Object.assign(tx, { numbers: db.numbers }))));
}

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

export function isDuplicateIn(error: unknown, table: string): boolean {
	if (sqlState(error) !== UNIQUE_VIOLATION) return false;
	const { table: named, message } = error as { table?: string; message: string };
	// A spread database passes on a worker's message without the table: `transfers_reference_102013`. A shard on the coordinator
	// is named itself: `transfers_102013`.
	return named === undefined ? message.includes(`"${table}_`) : named.replace(/_\d+$/, '') === table;
}

/** What is copied to a shard comes back with that machine's words, and a code that says nothing. */
const CODELESS = 'XX000';
const CODES_BY_WORDS = { 'duplicate key value': UNIQUE_VIOLATION, 'deadlock detected': '40P01' };

export function sqlState(error: unknown): string | undefined {
	const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string };
	if (code === CODELESS) {
		return Object.entries(CODES_BY_WORDS).find(([words]) => message.startsWith(words))?.[1] ?? code;
	}
	return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

function parseInt8(text: string): number {
	const value = Number(text);
	if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number exactly`);
	return value;
}
