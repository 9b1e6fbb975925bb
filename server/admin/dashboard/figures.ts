import type { DataAnswer } from '../../../contract/data.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { callError } from '../../../contract/refusals.ts';
import { ABSENT_QUARTERS_MAX } from '../../accounts/sessions/last-access.ts';
import type { Database, DbDeps } from '../../lib/db/database.ts';
import { lastLocalDays, QUARTER_MS, quarterOf } from '../../lib/local-day.ts';
import type { Wall } from '../../offerwalls/walls/wall.ts';
import type { EarningsSince } from './store-dashboard.ts';
import * as store from './store-dashboard.ts';

function earningsSince(sinceMs: number): EarningsSince {
	const startMs = quarterOf(sinceMs);
	const endMs = startMs + QUARTER_MS;
	if (sinceMs === startMs) return { quartersFromMs: startMs, piece: undefined };
	return sinceMs - startMs < endMs - sinceMs
		? { quartersFromMs: startMs, piece: { fromMs: startMs, beforeMs: sinceMs, sign: -1 } }
		: { quartersFromMs: endMs, piece: { fromMs: sinceMs, beforeMs: endMs, sign: 1 } };
}

export const MICROS = 1_000_000;

/** Returns $ net of reversals. */
export async function sumEarnings({ db }: { db: Database }, sinceMs = 0): Promise<{ total: number }> {
	const walls = await store.selectEarnings(db, earningsSince(sinceMs));
	return { total: walls.reduce((sum, { micros }) => sum + micros, 0) / MICROS };
}

export async function sumEarningsByOfferwall(
	{ db, walls }: { db: Database; walls: readonly Wall[] },
	sinceMs = 0,
): Promise<DataAnswer<'GET /data/earnings/by-offerwall'>> {
	const names = new Map(walls.map(({ id, name }) => [id, name]));
	return (await store.selectEarnings(db, earningsSince(sinceMs)))
		.filter(({ micros }) => micros !== 0)
		.sort((a, b) => b.micros - a.micros)
		.map(({ wall, micros }) => ({ wall, name: names.get(wall) ?? wall, total: micros / MICROS }));
}

/** Adds days up to the day before yesterday, because later ones can still change. */
export async function addUpEarningsDays({ db, clock }: DbDeps): Promise<void> {
	const today = clock.now() - (clock.now() % DAY_MS);
	await store.addEarningsDays(db, today - DAY_MS);
}

/** No transaction lasts longer, so earlier sign-ups are committed. */
const LATE_WRITES_MS = 10 * 60_000;

export async function countUsers({ db, clock }: DbDeps, activeSinceMs?: number): Promise<{ count: number }> {
	if (activeSinceMs === undefined) return { count: await store.countUsersThereAre(db) };
	const fromMs = quarterOf(activeSinceMs + QUARTER_MS - 1);
	const untilMs = quarterOf(clock.now()) + QUARTER_MS;
	if (untilMs - fromMs > ABSENT_QUARTERS_MAX * QUARTER_MS)
		return { count: await store.countLastHere(db, activeSinceMs) };
	const [visitors = 0] = await store.selectVisitors(db, [{ day: '', startsMs: fromMs, endsMs: untilMs }]);
	const rest = fromMs > activeSinceMs ? await store.countLastHere(db, activeSinceMs, fromMs) : 0;
	return { count: visitors + rest };
}

/** Returns the oldest day first. @throws CallError `invalid-argument` for an unknown time zone. */
export async function countActiveUsers(
	{ db, clock }: DbDeps,
	{ days, tz }: { days: number; tz: string },
): Promise<DataAnswer<'GET /data/users/active'>> {
	const localDays = lastLocalDays(clock.now(), days, tz);
	if (!localDays) throw callError('invalid-argument', 'unknown-time-zone');
	const counts = await store.selectVisitors(db, localDays);
	return localDays.map(({ day }, n) => ({ day, count: counts[n] ?? 0 }));
}

export async function recountUsers({ db, clock }: DbDeps): Promise<void> {
	await store.markUsers(db, clock.now() - LATE_WRITES_MS);
}
