import { asRobuxCents, type RobuxCents } from '../../../contract/money.ts';
import { openBatch } from '../../ledger/batch.ts';
import type { Tx } from '../../lib/db/database.ts';
import { together } from '../../lib/db/pipeline.ts';
import { endClaims, lateCredits } from '../claims/late-credit.ts';
import { selectWatchedClaims, writeClaimEnds } from '../claims/store-watched.ts';
import { isHeld, toBoostEnd, toCancel, toRelease } from './offer-transfers.ts';
import { selectCredits } from './store.ts';
import { type EndedHold, endHeldCredits, type HeldCredit } from './store-held.ts';

export async function endHolds(
	tx: Tx,
	holds: readonly HeldCredit[],
	atMs: number,
	outcomeOf: (held: HeldCredit) => 'released' | 'cancelled',
): Promise<(EndedHold & { amount: RobuxCents })[]> {
	const [batch, claims, credits] = await together(
		openBatch(tx, { uids: holds.map(({ uid }) => uid), keys: [], size: 2 * holds.length }),
		selectWatchedClaims(
			tx,
			holds.map(({ uid }) => uid),
		),
		selectCredits(tx, holds),
	);
	const ended = holds.flatMap(({ uid, wall, ...held }, index) => {
		const credit = credits[index];
		if (!credit || !isHeld(credit) || !batch.isOpen(uid)) return [];
		const outcome = outcomeOf({ uid, wall, ...held });
		const ending = { uid, wall, credit, atMs };
		batch.addNew((outcome === 'released' ? toRelease : toCancel)(ending));
		for (const boost of toBoostEnd(ending, outcome === 'released' ? 'release' : 'cancel')) batch.addNew(boost);
		const amount = asRobuxCents(credit.amount + (credit.boostAmount ?? 0));
		return [{ uid, holdId: credit.transferId, outcome, amount }];
	});
	const claimEnds = endClaims(claims, lateCredits(batch.added(), { goals: [], claims }));
	await together(batch.write(tx), endHeldCredits(tx, ended), writeClaimEnds(tx, claimEnds));
	return ended;
}
