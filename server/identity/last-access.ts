import type { Clock } from '../lib/clock.ts';
import { type Database, inTransaction } from '../lib/database.ts';
import type { Log } from '../lib/log.ts';
import { updateLastAccess } from './store.ts';

const WRITE_AT_MOST_EVERY_MS = 60_000;
const FLUSH_EVERY_MS = 2_000;
const ROWS_AT_ONCE = 1_000;
/** Users remembered as just written. Beyond it the oldest are forgotten, which costs one needless write each. */
const REMEMBERED_MAX = 100_000;

export type LastAccess = {
	/** Notes that the user was here. Costs a map look-up; the database hears of it within seconds. */
	touch(uid: string): void;
	/** Writes what is noted. */
	flush(): Promise<void>;
	close(): Promise<void>;
};

/** Keeps `last_access` of users, at most once a minute each, in batches beside the requests. */
export function createLastAccess({ db, clock, log }: { db: Database; clock: Clock; log: Log }): LastAccess {
	const notedAtMs = new Map<string, number>();
	let pending = new Map<string, number>();

	function touch(uid: string): void {
		const nowMs = clock.now();
		if (nowMs - (notedAtMs.get(uid) ?? Number.NEGATIVE_INFINITY) < WRITE_AT_MOST_EVERY_MS) return;
		// Deleting first moves the entry to the end, so that the map stays in order of time.
		notedAtMs.delete(uid);
		notedAtMs.set(uid, nowMs);
		pending.set(uid, nowMs);
		for (const [oldest, atMs] of notedAtMs) {
			if (notedAtMs.size <= REMEMBERED_MAX && nowMs - atMs < WRITE_AT_MOST_EVERY_MS) break;
			notedAtMs.delete(oldest);
		}
	}

	async function flush(): Promise<void> {
		const accesses = [...pending].map(([uid, atMs]) => ({ uid, atMs }));
		pending = new Map();
		// Every node locks in the same order.
		accesses.sort((a, b) => (a.uid < b.uid ? -1 : 1));
		for (let start = 0; start < accesses.length; start += ROWS_AT_ONCE) {
			const batch = accesses.slice(start, start + ROWS_AT_ONCE);
			await inTransaction(db, (tx) => updateLastAccess(tx, batch, WRITE_AT_MOST_EVERY_MS));
		}
	}

	let flushing = Promise.resolve();
	function flushSafely(): Promise<void> {
		flushing = flushing
			.then(flush)
			// Not worth a second try: a request a minute later notes the user again.
			.catch((error) => log.warn({ err: error }, 'last_access of some users was not written'));
		return flushing;
	}
	const timer = setInterval(flushSafely, FLUSH_EVERY_MS);
	timer.unref();

	return {
		touch,
		flush: flushSafely,
		async close() {
			clearInterval(timer);
			await flushSafely();
		},
	};
}
