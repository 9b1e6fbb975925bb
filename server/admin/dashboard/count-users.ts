import type { DataAnswer } from '../../../contract/data.ts';
import { callError } from '../../../contract/refusals.ts';
import { ABSENT_QUARTERS_MAX } from '../../accounts/sessions/last-access.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { QUARTER_MS, quarterOf } from '../../lib/jobs/quarter-hour.ts';
import { lastLocalDays } from '../../lib/local-day.ts';
import { countLastHere, countUsersThereAre, markUsers, selectVisitors } from './store-visits.ts';

type Deps = { db: Database; clock: Clock };

/** No transaction lasts longer, so earlier sign-ups are committed. */
const LATE_WRITES_MS = 10 * 60_000;

export async function countUsers({ db, clock }: Deps, activeSinceMs?: number): Promise<{ count: number }> {
	if (activeSinceMs === undefined) return { count: await countUsersThereAre(db) };
	const fromMs = quarterOf(activeSinceMs + QUARTER_MS - 1);
	const untilMs = quarterOf(clock.now()) + QUARTER_MS;
	if (untilMs - fromMs > ABSENT_QUARTERS_MAX * QUARTER_MS) return { count: await countLastHere(db, activeSinceMs) };
	const [visitors = 0] = await selectVisitors(db, [{ day: '', startsMs: fromMs, endsMs: untilMs }]);
	const rest = fromMs > activeSinceMs ? await countLastHere(db, activeSinceMs, fromMs) : 0;
	return { count: visitors + rest };
}

/** Returns the oldest day first. @throws CallError `invalid-argument` for an unknown time zone. */
export async function countActiveUsers(
	{ db, clock }: Deps,
	{ days, tz }: { days: number; tz: string },
): Promise<DataAnswer<'GET /data/users/active'>> {
	const localDays = lastLocalDays(clock.now(), days, tz);
	if (!localDays) throw callError('invalid-argument', 'unknown-time-zone');
	const counts = await selectVisitors(db, localDays);
	return localDays.map(({ day }, n) => ({ day, count: counts[n] ?? 0 }));
}

export async function recountUsers({ db, clock }: Deps): Promise<void> {
	await markUsers(db, clock.now() - LATE_WRITES_MS);
}
