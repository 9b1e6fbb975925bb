import { WalletClosed } from '../ledger/errors.ts';
import { lockWallet } from '../ledger/wallet.ts';
import type { Clock } from '../lib/clock.ts';
import { type Database, inTransaction } from '../lib/database.ts';
import type { Log } from '../lib/log.ts';
import { isHeld, releaseHold } from './held-credit.ts';
import { selectCredit } from './store.ts';
import { type HeldCredit, selectDueHolds } from './store-held.ts';

const BATCH_SIZE = 500;

export type ReleaseDeps = { db: Database; clock: Clock; log: Log; publish(uid: string): void };

/**
 * Makes spendable what was held back until now, each in a transaction of its own and once, however many do this at the
 * same time. One that fails is tried again by the next run and does not hold up the others.
 */
export async function releaseHeldCredits(deps: ReleaseDeps): Promise<void> {
	for (;;) {
		const due = await selectDueHolds(deps.db, deps.clock.now(), BATCH_SIZE);
		let released = 0;
		for (const held of due) {
			try {
				if (await release(deps, held)) released += 1;
			} catch (error) {
				deps.log.error({ err: error, held }, 'a held credit was not released');
			}
		}
		if (due.length < BATCH_SIZE || released === 0) return;
	}
}

async function release({ db, clock, publish }: ReleaseDeps, held: HeldCredit): Promise<boolean> {
	const isReleased = await inTransaction(db, async (tx) => {
		try {
			await lockWallet(tx, held.uid);
		} catch (error) {
			if (error instanceof WalletClosed) return false;
			throw error;
		}
		const credit = await selectCredit(tx, { ...held, link: undefined });
		if (!credit || !isHeld(credit)) return false;
		await releaseHold(tx, { uid: held.uid, wall: held.wall, credit, atMs: clock.now() });
		return true;
	});
	if (isReleased) publish(held.uid);
	return isReleased;
}
