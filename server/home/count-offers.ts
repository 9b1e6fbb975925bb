import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import { dayOf } from './public-stats.ts';
import { addOffers } from './store.ts';

/** Longer than a credit waits for its commit. What comes later still is missing in a figure that says how busy it is here. */
const LATE_WRITES_MS = 20_000;

/** Brings the count of today's offers forward, so that nobody counts more than the last minutes. A job calls it. */
export async function countOffers({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	const untilMs = clock.now() - LATE_WRITES_MS;
	await addOffers(db, dayOf(untilMs), untilMs);
}
