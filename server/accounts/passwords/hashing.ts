import { AsyncLocalStorage } from 'node:async_hooks';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { siteOf, visitorOf } from '../../lib/http/rate-limit.ts';
import { createFairSemaphore, TooManyWaiting } from '../../lib/jobs/fair-semaphore.ts';
import { tooSoon } from '../auth-error.ts';

export type PasswordHashing = {
	hash(password: string): Promise<string>;
	verify(attempt: { hash: string; password: string }): Promise<boolean>;
};

export type HashingAsker = { kind: string; ip: string };

export type SharedHashing = PasswordHashing & {
	runFor<Result>(asker: HashingAsker, work: () => Promise<Result>): Promise<Result>;
	/** Runs a lookup for an anonymous visitor, a few at once. */
	lookingUp<Result>(asker: HashingAsker, work: () => Promise<Result>): Promise<Result>;
	/** Queues `work`, which holds a database connection while it hashes. @throws authError `too-many-requests` */
	inTurn<Result>(asker: HashingAsker, work: () => Promise<Result>): Promise<Result>;
};

/** As many as libuv's pool, which computes the hashes, has threads. */
const HASHES_AT_ONCE = 4;
const LOOKED_UP_AT_ONCE = 2;
const WAITING_MAX = [200, 80, 40];
const COME_BACK_MS = 1_000;

/** Hashing is expensive, so callers take turns by kind, site and visitor. */
export function createHashing(inner: PasswordHashing = { hash: hashPassword, verify: verifyPassword }): SharedHashing {
	const turns = createFairSemaphore({ atOnce: HASHES_AT_ONCE, waitingMax: WAITING_MAX });
	const looks = createFairSemaphore({ atOnce: LOOKED_UP_AT_ONCE, waitingMax: WAITING_MAX });
	const askers = new AsyncLocalStorage<HashingAsker & { hasTurn?: boolean }>();

	function take<Result>({ kind, ip }: HashingAsker, work: () => Promise<Result>, queue = turns): Promise<Result> {
		return queue.run([kind, siteOf(ip), visitorOf(ip)], work).catch((error) => {
			throw error instanceof TooManyWaiting ? tooSoon(COME_BACK_MS) : error;
		});
	}

	function hashing<Result>(work: () => Promise<Result>): Promise<Result> {
		const asker = askers.getStore();
		// A command by the operator has no visitor and does not queue.
		return asker === undefined || asker.hasTurn ? work() : take(asker, work);
	}

	return {
		hash: (password) => hashing(() => inner.hash(password)),
		verify: (attempt) => hashing(() => inner.verify(attempt)),
		runFor: (asker, work) => askers.run(asker, work),
		lookingUp: (asker, work) => take(asker, () => askers.run(asker, work), looks),
		inTurn: (asker, work) => take(asker, () => askers.run({ ...asker, hasTurn: true }, work)),
	};
}
