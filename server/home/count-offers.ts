import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import { dayOf } from './public-stats.ts';
import { addOffers } from './store.ts';

/** No credit waits longer for its commit. */
const LATE_WRITES_MS = 20_000;

export async function countOffers({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	const untilMs = clock.now() - LATE_WRITES_MS;
	await addOffers(db, dayOf(untilMs), untilMs);
}
