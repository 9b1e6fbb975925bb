import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { hasActedSince } from '../audit.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { createDatabase, createPool, type Database, type DatabaseOptions } from './database.ts';
import { awayFrom } from './database-away.ts';

/** Reads of a replica, for what may be some seconds old. Nothing that decides about money reads here. */
export type LateReads = {
	/** Whoever writes to it is refused. */
	db: Database;
	/** Whether it has what was committed ten seconds ago, and all that `reader` has done. */
	isFit(reader: string): Promise<boolean>;
	/** How far it is behind as was last seen, in seconds; growing while it does not answer. */
	lagSeconds(): number;
	/** Looks now. @throws Error when one of the two does not answer. @returns whether it follows the primary. */
	look(): Promise<boolean>;
	close(): Promise<void>;
};

export type LateReadsOptions = {
	/** The primary's. */
	db: Database;
	clock: Clock;
	log: Log;
	primary: Pick<DatabaseOptions, 'url' | 'role'>;
	replicaUrl: string;
	poolSize: number;
	/** How far it may be behind and still be read. */
	lagMaxMs?: number;
};

const LOOK_EVERY_MS = 1_000;
const LAG_MAX_MS = 10_000;
/** Longer than the lag may be and a transaction may take together. */
const OWN_ACTION_MS = 30_000;
const STATEMENT_MS = 30_000;
const LOOK_MS = 2_000;
/** Positions that the replica has not reached yet. */
const POSITIONS_MAX = 600;

/** Positions in the log, in bytes. */
type Position = { atMs: number; bytes: number };

/**
 * Follows how far the replica is: a position of the primary's log, taken at a moment, that the replica has replayed says that all
 * committed before that moment is there. A clock of the log would say nothing of a calm or a cut connection.
 */
export function createLateReads(options: LateReadsOptions): LateReads {
	const { db, clock, log, primary, replicaUrl, poolSize, lagMaxMs = LAG_MAX_MS } = options;
	const onError = (err: Error) => log.warn({ err }, 'a connection to the replica was lost');
	const replica = createDatabase(
		createPool({
			...{ url: replicaUrl, poolSize, applicationName: 'lootpass late reads', onError },
			...{ statementMs: STATEMENT_MS, isReadOnly: true },
		}),
	);
	// Of its own: who waits for a connection must not make the replica look late.
	const watched = createDatabase(
		createPool({ ...primary, poolSize: 1, applicationName: 'lootpass replica watch', onError, statementMs: LOOK_MS }),
	);
	const isOver = new AbortController();
	let ahead: Position[] = [];
	const openedAtMs = performance.now();
	let asOfMs: number | undefined;
	let isTold = false;

	async function look(): Promise<boolean> {
		const atMs = performance.now();
		const bytes = await positionOf(watched, sql`pg_current_wal_lsn()`);
		ahead = [...ahead.slice(-POSITIONS_MAX), { atMs, bytes: bytes ?? 0 }];
		const replayed = await positionOf(replica, sql`pg_last_wal_replay_lsn()`);
		// What has stopped following, or never did, is a database of its own.
		if (replayed === undefined) return false;
		asOfMs = ahead.findLast((position) => position.bytes <= replayed)?.atMs ?? asOfMs;
		ahead = ahead.filter((position) => position.bytes > replayed);
		return true;
	}

	const isFresh = () => asOfMs !== undefined && performance.now() - asOfMs <= lagMaxMs;

	async function keepLooking(): Promise<void> {
		while (!isOver.signal.aborted) {
			const why = await look().then(
				(follows) => (follows ? undefined : new Error('it is no replica')),
				(error: Error) => error,
			);
			if (isFresh() !== isTold) {
				isTold = isFresh();
				if (isTold) log.info('the replica has caught up: lists are read there again');
				else log.warn({ err: why }, 'the replica is away or behind: lists are read from the primary');
			}
			await sleep(LOOK_EVERY_MS, undefined, { signal: isOver.signal, ref: false }).catch(() => {});
		}
	}

	const looking = keepLooking();
	return {
		db: replica,
		isFit: async (reader) => isFresh() && !(await hasActedSince(db, reader, clock.now() - OWN_ACTION_MS)),
		lagSeconds: () => (performance.now() - (asOfMs ?? openedAtMs)) / 1_000,
		look,
		async close() {
			isOver.abort();
			await looking;
			await Promise.all([replica.destroy(), watched.destroy()]);
		},
	};
}

/** @returns undefined for a replica's on a database that is none. */
async function positionOf(db: Database, position: ReturnType<typeof sql>): Promise<number | undefined> {
	const { rows } = await sql<{ bytes: number | null }>`
		select pg_wal_lsn_diff(${position}, '0/0')::bigint as bytes`.execute(db);
	return rows[0]?.bytes ?? undefined;
}

type Handler = (input: never, caller: never) => Promise<unknown>;
type AnyHandler = (input: unknown, caller: { actor: { uid: string } }) => Promise<unknown>;

/**
 * Answers what is named with the late ones where the replica is fit for whoever asks, and with the others where it is not or is
 * lost over it.
 */
export function readingLate<Handlers extends Record<string, Handler>>(
	reads: Pick<LateReads, 'db' | 'isFit'> | undefined,
	names: readonly (keyof Handlers & string)[],
	create: (db: Database | undefined) => Handlers,
): Handlers {
	const current = create(undefined);
	if (!reads) return current;
	const late = create(reads.db);
	const either = names.map((name) => {
		const [now, before] = [current[name], late[name]] as unknown as [AnyHandler, AnyHandler];
		const handler: AnyHandler = async (input, caller) => {
			if (!(await reads.isFit(caller.actor.uid))) return now(input, caller);
			return before(input, caller).catch((error) => {
				if (awayFrom(error) === undefined) throw error;
				return now(input, caller);
			});
		};
		return [name, handler] as const;
	});
	return { ...current, ...Object.fromEntries(either) };
}
