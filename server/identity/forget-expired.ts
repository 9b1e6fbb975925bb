import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/database.ts';
import { forgetRateLimits } from '../lib/rate-limit.ts';
import { deleteExpired } from './store.ts';

/** Deletes sessions, codes and counters that are over. A job calls it; nothing depends on when. */
export async function forgetExpired({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	await deleteExpired(db, clock.now());
	await forgetRateLimits(db, clock.now());
}
