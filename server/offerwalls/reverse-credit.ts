import { asRobuxCents, asUsdMicros } from '../../contract/money.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import type { Tx } from '../lib/database.ts';
import {
	type BookedCredit,
	deleteWaitingReversal,
	insertOffers,
	insertWaitingReversal,
	selectCredit,
	type WaitingReversal,
} from './store.ts';

export type ReversalResult =
	| { outcome: 'reversed'; transferId: number; capped: boolean }
	| { outcome: 'replayed'; transferId: number }
	| { outcome: 'waiting' };

/**
 * Takes a credit back, once, by no more than it was, also below zero. A reversal without its credit debits nobody: it
 * waits until the credit comes.
 *
 * The caller holds the user's wallet lock, so a credit cannot slip in between the look and the decision to wait.
 */
export async function reverseCredit(tx: Tx, reversal: WaitingReversal, atMs: number): Promise<ReversalResult> {
	const credit = await selectCredit(tx, reversal);
	if (!credit) {
		await insertWaitingReversal(tx, reversal, atMs);
		return { outcome: 'waiting' };
	}
	return postReversal(tx, reversal, credit, atMs);
}

/** Books what was waiting for a credit that has just come. */
export async function settleWaitingReversals(tx: Tx, waiting: readonly WaitingReversal[], atMs: number): Promise<void> {
	for (const reversal of waiting) {
		const credit = await selectCredit(tx, reversal);
		if (!credit) continue;
		await postReversal(tx, reversal, credit, atMs);
		await deleteWaitingReversal(tx, reversal);
	}
}

async function postReversal(
	tx: Tx,
	reversal: WaitingReversal,
	credit: BookedCredit,
	atMs: number,
): Promise<ReversalResult> {
	const { uid, wall } = reversal;
	if (credit.reversalId !== null) return { outcome: 'replayed', transferId: credit.reversalId };
	const asked = reversal.amount || credit.amount;
	const payout = Math.min(reversal.payoutMicros || credit.payoutMicros, credit.payoutMicros);
	const posted = await postTransfer(tx, {
		kind: 'reversal',
		uid,
		wall,
		amount: asRobuxCents(Math.min(asked, credit.amount)),
		reference: credit.reversalReference,
		atMs,
	});
	await insertOffers(tx, [
		{
			uid,
			wall,
			transferId: posted.id,
			atMs,
			payoutMicros: asUsdMicros(-payout),
			link: undefined,
			offerId: credit.offerId ?? undefined,
			offerName: credit.offerName ?? undefined,
		},
	]);
	return { outcome: 'reversed', transferId: posted.id, capped: asked > credit.amount };
}
