import { sql } from 'kysely';
import type { Log } from '../../lib/clock-and-log.ts';
import { type DbDeps, inTransaction, rowsOf, type Tx } from '../../lib/db/database.ts';
import { QUARTER_MS, quarterOf } from '../../lib/local-day.ts';

type Access = { uid: string; atMs: number; language: string | undefined };

/** Returns ms since the epoch; null before the user's first visit. */
async function lockLastAccesses(tx: Tx, uids: readonly string[]): Promise<Map<string, number | null>> {
	// A crash may lose the accesses of the last seconds.
	await sql`set local synchronous_commit = off`.execute(tx);
	const rows = await rowsOf<{ uid: string; lastAccess: Date | null }>(tx)`
		select uid, last_access as "lastAccess" from users where uid = any(${uids}::uuid[]) and deleted_at is null order by uid for no key update
	`;
	return new Map(rows.map(({ uid, lastAccess }) => [uid, lastAccess?.getTime() ?? null]));
}

async function updateLastAccess(tx: Tx, accesses: readonly Access[]): Promise<void> {
	await sql`
		update users set last_access = access.at, language = coalesce(access.language, users.language)
		from unnest(
			${accesses.map(({ uid }) => uid)}::uuid[],
			${accesses.map(({ atMs }) => new Date(atMs).toISOString())}::timestamptz[],
			${accesses.map(({ language }) => language ?? null)}::text[]
		) as access (uid, at, language)
		where users.uid = access.uid
	`.execute(tx);
}

/** Call it last before the commit, because all nodes write the same rows. */
async function addVisits(tx: Tx, quarterMs: number, absentFor: readonly number[]): Promise<void> {
	await sql`
		insert into visits (starts_at, away_for) values (${new Date(quarterMs)}, ${absentFor}::int[])
		on conflict (starts_at) do update set away_for = (
			select array_agg(before + more order by n)
			from unnest(visits.away_for, excluded.away_for) with ordinality as counts (before, more, n)
		)
	`.execute(tx);
}

/** Longer absences count as 30 hours, which covers a day of 25 hours. */
export const ABSENT_QUARTERS_MAX = 120;

export type Visit = { uid: string; atMs: number; lastMs: number | undefined };

/** Element n of a quarter-hour counts its visitors without a visit in the n quarter-hours before. */
export function countVisits(visits: readonly Visit[]): Map<number, number[]> {
	const counts = new Map<number, number[]>();
	for (const { atMs, lastMs } of visits) {
		const quarter = quarterOf(atMs);
		const absentQuarters = lastMs === undefined ? ABSENT_QUARTERS_MAX : (quarter - quarterOf(lastMs)) / QUARTER_MS;
		if (absentQuarters <= 0) continue;
		const counted = counts.get(quarter) ?? Array<number>(ABSENT_QUARTERS_MAX).fill(0);
		for (let n = 0; n < Math.min(absentQuarters, ABSENT_QUARTERS_MAX); n += 1) counted[n] = (counted[n] ?? 0) + 1;
		counts.set(quarter, counted);
	}
	return counts;
}

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
