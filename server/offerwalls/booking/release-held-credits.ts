import type { Log } from '../../lib/clock-and-log.ts';
import { type DbDeps, inTransaction } from '../../lib/db/database.ts';
import { endHolds } from './end-holds.ts';
import { selectDueHolds } from './store-held.ts';

const BATCH_SIZE = 500;

export type ReleaseDeps = DbDeps & { log: Log; publish: (uid: string) => void };

/** Releases each credit in its own transaction; the next run retries failures. */
export async function releaseHeldCredits({ db, clock, log, publish }: ReleaseDeps): Promise<void> {
	for (;;) {
		const due = await selectDueHolds(db, clock.now(), BATCH_SIZE);
		let released = 0;
		for (const held of due) {
			try {
				const [ended] = await inTransaction(db, (tx) => endHolds(tx, [held], clock.now(), () => 'released'));
				if (!ended) continue;
				released += 1;
				publish(held.uid);
			} catch (error) {
				log.error({ err: error, held }, "couldn't release a held credit");
			}
		}
		if (due.length < BATCH_SIZE || released === 0) return;
	}
}
