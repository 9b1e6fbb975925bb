import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../lib/clock-and-log.ts';
import {
	createRankedSemaphore,
	createSemaphore,
	type RankedSemaphore,
	TooManyWaiting,
	type Turn,
} from '../../lib/jobs/semaphores.ts';
import { isSameText } from '../../lib/secrets/same-text.ts';
import { tooSoon } from '../auth-error.ts';
import { isFirebaseHash, storedKeyOf } from './firebase-scrypt.ts';
import type { HashJob } from './hash-thread.ts';

export type PasswordHashing = {
	hash(password: string): Promise<string>;
	verify(attempt: { hash: string; password: string }): Promise<boolean>;
};

const HASH_THREADS = Math.max(1, availableParallelism() >> 1);
const THREAD = new URL('./hash-thread.ts', import.meta.url);

export function createHashPool(): PasswordHashing & { close(): Promise<void> } {
	const turns = createSemaphore(HASH_THREADS);
	const threads = new Set<Worker>();
	const idle: Worker[] = [];

	function start(): Worker {
		const thread = new Worker(THREAD);
		threads.add(thread);
		thread.once('exit', () => threads.delete(thread));
		return thread;
	}

	function keyOf(job: HashJob): Promise<string> {
		return turns.run(async () => {
			const last = idle.pop();
			const thread = last && threads.has(last) ? last : start();
			const key = await answerOf(thread, job);
			idle.push(thread);
			return key;
		});
	}

	return {
		async hash(password) {
			const salt = randomBytes(16).toString('hex');
			return `${salt}:${await keyOf({ password, salt })}`;
		},
		async verify({ hash, password }) {
			if (isFirebaseHash(hash)) return isSameText(storedKeyOf(hash), await keyOf({ password, imported: hash }));
			const [salt, stored] = hash.split(':');
			if (!salt || !stored) throw new Error('the stored hash is invalid');
			return isSameText(stored, await keyOf({ password, salt }));
		},
		async close() {
			await Promise.all([...threads].map((thread) => thread.terminate()));
		},
	};
}

async function answerOf(thread: Worker, job: HashJob): Promise<string> {
	const over = new AbortController();
	const ended = once(thread, 'exit', over).then(() => {
		throw new Error('the hashing thread ended');
	});
	// An idle thread must not keep a command running.
	thread.ref();
	thread.postMessage(job);
	try {
		const [key] = await Promise.race([once(thread, 'message', over), ended]);
		return key;
	} finally {
		thread.unref();
		over.abort();
	}
}

type SharedHashing = PasswordHashing & {
	checks: RankedSemaphore;
	waiting(): number;
	hasRoom(turn: Turn): boolean;
	isBusy(): boolean;
	runFor<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result>;
	lookingUp<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result>;
	/** Queues work that holds a connection while hashing. @throws authError `too-many-requests` */
	inTurn<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result>;
	stop(): void;
	close(): Promise<void>;
};

/** One more than threads, so that no thread idles while a sign-up is stored. */
export const HASHES_AT_ONCE = HASH_THREADS + 1;
const LOOKED_UP_AT_ONCE = 2;
/** More would only fill the queue of hashes, while their queries slow down other requests. */
const CHECKS_AT_ONCE = HASH_THREADS;
const LONG_QUEUE = 16;
const COME_BACK_MS = 1_000;

export function createHashing(clock: Clock, given?: PasswordHashing): SharedHashing {
	const pool = createHashPool();
	const inner = given ?? pool;
	const queue = (atOnce: number) => createRankedSemaphore({ atOnce, longQueue: LONG_QUEUE, clock });
	const [turns, looks, checks] = [queue(HASHES_AT_ONCE), queue(LOOKED_UP_AT_ONCE), queue(CHECKS_AT_ONCE)];
	const askers = new AsyncLocalStorage<Turn & { hasTurn?: boolean }>();

	function take<Result>(turn: Turn, work: () => Promise<Result>, semaphore = turns): Promise<Result> {
		return semaphore.run(turn, work).catch(async (error) => {
			if (!(error instanceof TooManyWaiting)) throw error;
			if (turn.attempts() > 1) await sleep(COME_BACK_MS);
			throw tooSoon(COME_BACK_MS);
		});
	}

	function hashing<Result>(work: () => Promise<Result>): Promise<Result> {
		const asker = askers.getStore();
		// A command by the operator has no visitor and does not queue.
		return asker === undefined || asker.hasTurn ? work() : take(asker, work);
	}

	return {
		checks,
		waiting: turns.waiting,
		hasRoom: turns.hasRoom,
		isBusy: () => turns.waiting() > LONG_QUEUE,
		hash: (password) => hashing(() => inner.hash(password)),
		verify: (attempt) => hashing(() => inner.verify(attempt)),
		runFor: (turn, work) => askers.run(turn, work),
		lookingUp: (turn, work) => take(turn, () => askers.run(turn, work), looks),
		inTurn: (turn, work) => take(turn, () => askers.run({ ...turn, hasTurn: true }, work)),
		stop() {
			for (const each of [turns, looks, checks]) each.refuseAll();
		},
		close: pool.close,
	};
}
