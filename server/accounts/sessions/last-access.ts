import type { Log } from '../../lib/clock-and-log.ts';
import { type DbDeps, inTransaction, type Tx } from '../../lib/db/database.ts';
import { quarterOf } from '../../lib/local-day.ts';
import { countVisits, type Visit } from './visit.ts';
import { type Access, addVisits, lockLastAccesses, updateLastAccess } from './visit-store.ts';

const WRITE_AT_MOST_EVERY_MS = 60_000;
const FLUSH_EVERY_MS = 2_000;
const ROWS_AT_ONCE = 1_000;
const REMEMBERED_MAX = 100_000;

export type LastAccess = ReturnType<typeof createLastAccess>;

/** Writes at most one access per user and minute, but always the first of a quarter-hour. */
export function createLastAccess({ db, clock, log }: DbDeps & { log: Log }) {
	const notedAtMs = new Map<string, number>();
	let pending: Access[] = [];

	function touch(uid: string, language?: string): void {
		const nowMs = clock.now();
		if (!isNews(notedAtMs.get(uid), nowMs)) return;
		notedAtMs.delete(uid);
		notedAtMs.set(uid, nowMs);
		pending.push({ uid, atMs: nowMs, language });
		for (const [oldest, atMs] of notedAtMs) {
			if (notedAtMs.size <= REMEMBERED_MAX && nowMs - atMs < WRITE_AT_MOST_EVERY_MS) break;
			notedAtMs.delete(oldest);
		}
	}

	async function flush(): Promise<void> {
		const accesses = pending;
		pending = [];
		for (let start = 0; start < accesses.length; start += ROWS_AT_ONCE) {
			const batch = accesses.slice(start, start + ROWS_AT_ONCE);
			await inTransaction(db, (tx) => writeAccesses(tx, batch));
		}
	}

	let flushing = Promise.resolve();
	function flushSafely(): Promise<void> {
		flushing = flushing
			.then(flush)
			// A failed write is not retried: the user's next request is noted again.
			.catch((error) => log.warn({ err: error }, "couldn't update last_access of some users"));
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

/** @param accesses in time order. */
async function writeAccesses(tx: Tx, accesses: readonly Access[]): Promise<void> {
	const lastMs = await lockLastAccesses(tx, [...new Set(accesses.map(({ uid }) => uid))]);
	const visits: Visit[] = [];
	const written = new Map<string, Access>();
	for (const access of accesses) {
		const last = lastMs.get(access.uid);
		if (last === undefined || !isNews(last ?? undefined, access.atMs)) continue;
		visits.push({ ...access, lastMs: last ?? undefined });
		lastMs.set(access.uid, access.atMs);
		written.set(access.uid, access);
	}
	if (written.size > 0) await updateLastAccess(tx, [...written.values()]);
	const counts = [...countVisits(visits)].sort(([a], [b]) => a - b);
	for (const [quarterMs, absentFor] of counts) await addVisits(tx, quarterMs, absentFor);
}

function isNews(lastMs: number | undefined, atMs: number): boolean {
	if (lastMs === undefined) return true;
	return atMs - lastMs >= WRITE_AT_MOST_EVERY_MS || quarterOf(atMs) > quarterOf(lastMs);
}
