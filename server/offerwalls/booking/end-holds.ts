import { asRobuxCents } from '../../../contract/money.ts';
import { openBatch } from '../../ledger/batch.ts';
import type { Tx } from '../../lib/db/database.ts';
import { together } from '../../lib/db/pipeline.ts';
import { endClaims, lateCredits } from '../claims/late-credit.ts';
import { selectWatchedClaims, writeClaimEnds } from '../claims/store-watched.ts';
import { isHeld, toBoostEnd, toCancel, toRelease } from './offer-transfers.ts';
import { selectCredits } from './store.ts';
import { endHeldCredits, type HeldCredit } from './store-held.ts';

type OutcomeOf = (held: HeldCredit) => 'released' | 'cancelled';

export async function endHolds(tx: Tx, holds: readonly HeldCredit[], atMs: number, outcomeOf: OutcomeOf) {
	const uids = holds.map(({ uid }) => uid);
	const [batch, claims, credits] = await together(
		openBatch(tx, { uids, keys: [], size: 2 * holds.length }),
		selectWatchedClaims(tx, uids),
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
