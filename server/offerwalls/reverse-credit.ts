import { asRobuxCents, asUsdMicros } from '../../contract/money.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { recordAudit } from '../lib/audit.ts';
import type { Tx } from '../lib/database.ts';
import { countChargeback } from './chargeback.ts';
import { cancelHold, isHeld, isPendingId, pendingId, releaseHold } from './held-credit.ts';
import {
	type BookedCredit,
	creditReference,
	deleteWaitingReversal,
	insertOffers,
	insertWaitingReversal,
	selectCredit,
	type WaitingReversal,
} from './store.ts';

export type ReversalResult =
	| { outcome: 'reversed' | 'cancelled' | 'capped'; transferId: number; banned: boolean }
	| { outcome: 'replayed'; transferId: number }
	| { outcome: 'waiting' };

/**
 * Takes a credit back, once, by no more than it was, also below zero. One that is held back is cancelled instead. A
 * reversal without its credit debits nobody: it waits until the credit comes.
 *
 * The caller holds the user's wallet lock, so a credit cannot slip in between the look and the decision to wait.
 */
export async function reverseCredit(tx: Tx, reversal: WaitingReversal, atMs: number): Promise<ReversalResult> {
	const credit = await findCredit(tx, reversal);
	if (!credit) {
		await insertWaitingReversal(tx, reversal, atMs);
		return { outcome: 'waiting' };
	}
	return takeBack(tx, reversal, credit, atMs);
}

/**
 * Books what was waiting for a credit that has just come.
 * @returns the users whom this banned.
 */
export async function settleWaitingReversals(
	tx: Tx,
	waiting: readonly WaitingReversal[],
	atMs: number,
): Promise<Set<string>> {
	const banned = new Set<string>();
	for (const reversal of waiting) {
		const credit = await findCredit(tx, reversal);
		if (!credit) continue;
		const result = await takeBack(tx, reversal, credit, atMs);
		if ('banned' in result && result.banned) banned.add(reversal.uid);
		// A pending credit may still be approved: then its reversal has to be there.
		if (!isPendingId(credit.transactionId)) await deleteWaitingReversal(tx, reversal);
	}
	return banned;
}

async function findCredit(tx: Tx, reversal: WaitingReversal): Promise<BookedCredit | undefined> {
	const credit = await selectCredit(tx, reversal);
	if (credit) return credit;
	return selectCredit(tx, { ...reversal, link: undefined, transactionId: pendingId(reversal.transactionId) });
}

async function takeBack(
	tx: Tx,
	reversal: WaitingReversal,
	credit: BookedCredit,
	atMs: number,
): Promise<ReversalResult> {
	if (credit.takenBackId !== null) return { outcome: 'replayed', transferId: credit.takenBackId };
	const { uid, wall, reason } = reversal;
	const asked = reversal.amount || credit.amount;
	const isCapped = asked > credit.amount;
	if (isCapped) await flagCapped(tx, reversal, credit, atMs);
	if (isHeld(credit)) {
		if (isPendingId(credit.transactionId) || asked >= credit.amount) {
			const transferId = await cancelHold(tx, { uid, wall, credit, reason, atMs });
			const isChargeback = !isPendingId(credit.transactionId);
			const banned = isChargeback && (await countChargeback(tx, { uid, transferId, atMs }));
			return { outcome: isCapped ? 'capped' : 'cancelled', transferId, banned };
		}
		// The partner has looked at this one: what it leaves is the user's.
		await releaseHold(tx, { uid, wall, credit, atMs });
	}
	const transferId = await postReversal(tx, reversal, credit, atMs);
	const banned = await countChargeback(tx, { uid, transferId, atMs });
	return { outcome: isCapped ? 'capped' : 'reversed', transferId, banned };
}

/** A partner that wants back more than it gave has made a mistake, or we have: somebody should look. */
async function flagCapped(tx: Tx, reversal: WaitingReversal, credit: BookedCredit, atMs: number): Promise<void> {
	const { uid, wall } = reversal;
	const { transactionId, amount } = credit;
	const details = { wall, transactionId, askedCents: reversal.amount, takenCents: amount };
	await recordAudit(tx, { atMs, actor: 'system', action: 'reversal-capped', uid, details });
}

async function postReversal(tx: Tx, reversal: WaitingReversal, credit: BookedCredit, atMs: number): Promise<number> {
	const { uid, wall } = reversal;
	const amount = Math.min(reversal.amount || credit.amount, credit.amount);
	const payout = Math.min(reversal.payoutMicros || credit.payoutMicros, credit.payoutMicros);
	const { id: transferId } = await postTransfer(tx, {
		kind: 'reversal',
		uid,
		wall,
		amount: asRobuxCents(amount),
		reference: creditReference(wall, credit.transactionId, 'reversal'),
		atMs,
	});
	await insertOffers(tx, [
		{
			uid,
			wall,
			transferId,
			atMs,
			payoutMicros: asUsdMicros(-payout),
			offerId: credit.offerId ?? undefined,
			offerName: credit.offerName ?? undefined,
			reason: reversal.reason,
		},
	]);
	return transferId;
}
