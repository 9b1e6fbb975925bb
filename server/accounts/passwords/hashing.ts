import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../lib/clock-and-log.ts';
import { createRankedSemaphore, type RankedSemaphore, TooManyWaiting, type Turn } from '../../lib/jobs/semaphores.ts';
import { tooSoon } from '../auth-error.ts';
import { createHashPool, HASH_THREADS, type PasswordHashing } from './hash-pool.ts';

export type SharedHashing = PasswordHashing & {
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
const CHECKS_AT_ONCE = 4;
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
