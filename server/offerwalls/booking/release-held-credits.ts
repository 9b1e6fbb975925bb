import type { Log } from '../../lib/clock-and-log.ts';
import { type DbDeps, inTransaction } from '../../lib/db/database.ts';
import { endHolds } from './end-holds.ts';
import { type HeldCredit, selectDueHolds } from './store-held.ts';

const BATCH_SIZE = 500;

export type ReleaseDeps = DbDeps & { log: Log; publish: (uid: string) => void };

/** Releases each credit in its own transaction; the next run retries failures. */
export async function releaseHeldCredits(deps: ReleaseDeps): Promise<void> {
	for (;;) {
		const due = await selectDueHolds(deps.db, deps.clock.now(), BATCH_SIZE);
		let released = 0;
		for (const held of due) {
			try {
				if (await release(deps, held)) released += 1;
			} catch (error) {
				deps.log.error({ err: error, held }, "couldn't release a held credit");
			}
		}
		if (due.length < BATCH_SIZE || released === 0) return;
	}
}

async function release({ db, clock, publish }: ReleaseDeps, held: HeldCredit): Promise<boolean> {
	const released = await inTransaction(db, (tx) => endHolds(tx, [held], clock.now(), () => 'released'));
	if (released.length > 0) publish(held.uid);
	return released.length > 0;
}
