import { openBatch } from '../../ledger/batch.ts';
import type { Tx } from '../../lib/db/database.ts';
import { together } from '../../lib/db/pipeline.ts';
import { isHeld, toCancel, toRelease } from './offer-transfers.ts';
import { selectCredits } from './store.ts';
import { endHeldCredits, type HeldCredit } from './store-held.ts';

/** Ends what is still held back, under its users' locks. @returns whether anything was. */
export async function endHolds(
	tx: Tx,
	holds: readonly HeldCredit[],
	atMs: number,
	outcomeOf: (held: HeldCredit) => 'released' | 'cancelled',
): Promise<boolean> {
	const [batch, credits] = await together(
		openBatch(tx, { uids: holds.map(({ uid }) => uid), keys: [], size: holds.length }),
		selectCredits(tx, holds),
	);
	const ended = holds.flatMap(({ uid, wall, ...held }, index) => {
		const credit = credits[index];
		if (!credit || !isHeld(credit) || !batch.isOpen(uid)) return [];
		const outcome = outcomeOf({ uid, wall, ...held });
		batch.addNew((outcome === 'released' ? toRelease : toCancel)({ uid, wall, credit, atMs }));
		return [{ uid, holdId: credit.transferId, outcome }];
	});
	await together(batch.write(tx), endHeldCredits(tx, ended));
	return ended.length > 0;
}
