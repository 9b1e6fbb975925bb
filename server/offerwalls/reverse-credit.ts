import { asRobuxCents, asUsdMicros } from '../../contract/money.ts';
import { postBatch } from '../ledger/post-batch.ts';
import type { Memo, NewTransfer } from '../ledger/transfer.ts';
import { recordAudit } from '../lib/audit.ts';
import type { Tx } from '../lib/database.ts';
import { countChargebacks } from './chargeback.ts';
import { cancelHold, isHeld, isPendingId, pendingId, releaseHold } from './held-credit.ts';
import {
	type BookedCredit,
	creditReference,
	deleteWaitingReversal,
	insertWaitingReversal,
	selectCredit,
	selectCredits,
	type WaitingReversal,
} from './store.ts';

export type ReversalResult =
	| { outcome: 'reversed' | 'cancelled' | 'capped'; transferId: number; banned: boolean }
	| { outcome: 'replayed'; transferId: number }
	| { outcome: 'waiting' };

/** A reversal, what its partner signed, and when it came. */
export type Reversal = WaitingReversal & Pick<Memo, 'signedText'> & { atMs: number };

/**
 * Takes back together those credits that stand in their users' wallets: nearly all that partners take back. No wallet is
 * locked before, because taking back needs no check of it, and its reference can be booked once.
 *
 * @returns one result for each, in order; undefined for one that must be looked at under its user's lock.
 */
export async function reverseStanding(tx: Tx, reversals: readonly Reversal[]): Promise<(ReversalResult | undefined)[]> {
	const credits = await selectCredits(tx, reversals);
	const standing = new Map<number, Taking>();
	for (const [index, credit] of credits.entries()) {
		if (credit?.kind !== 'credit' || credit.takenBackId !== null || standing.has(credit.transferId)) continue;
		standing.set(credit.transferId, { reversal: reversals[index] as Reversal, credit });
	}
	const takings = [...standing.values()];
	const taken = await takeBackSpendable(tx, takings);
	const results = new Map(takings.map(({ reversal }, index) => [reversal, taken[index]]));
	return reversals.map((reversal) => results.get(reversal));
}

/**
 * Takes a credit back, once, by no more than it was, also below zero. One that is held back is cancelled instead. A
 * reversal without its credit debits nobody: it waits until the credit comes.
 *
 * The caller holds the user's wallet lock, so a credit cannot slip in between the look and the decision to wait.
 */
export async function reverseCredit(tx: Tx, reversal: Reversal): Promise<ReversalResult> {
	const credit = await findCredit(tx, reversal);
	if (!credit) {
		await insertWaitingReversal(tx, reversal, reversal.atMs);
		return { outcome: 'waiting' };
	}
	return takeBack(tx, { reversal, credit });
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
		const result = await takeBack(tx, { reversal: { ...reversal, atMs }, credit });
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

type Taking = { reversal: Reversal; credit: BookedCredit };

async function takeBack(tx: Tx, taking: Taking): Promise<ReversalResult> {
	const { reversal, credit } = taking;
	if (credit.takenBackId !== null) return { outcome: 'replayed', transferId: credit.takenBackId };
	const { uid, wall, reason, signedText, atMs } = reversal;
	if (isHeld(credit)) {
		const asked = reversal.amount || credit.amount;
		if (isPendingId(credit.transactionId) || asked >= credit.amount) {
			const transferId = await cancelHold(tx, { uid, wall, credit, reason, signedText, atMs });
			const isChargeback = !isPendingId(credit.transactionId);
			if (isCapped(taking)) await flagCapped(tx, taking);
			const banned = isChargeback && (await countChargebacks(tx, [{ uid, transferId, atMs }])).has(uid);
			return { outcome: isCapped(taking) ? 'capped' : 'cancelled', transferId, banned };
		}
		// The partner has looked at this one: what it leaves is the user's.
		await releaseHold(tx, { uid, wall, credit, atMs });
	}
	const [result] = await takeBackSpendable(tx, [taking]);
	if (!result) throw new Error(`the credit ${credit.transferId} cannot be taken back under its wallet's lock`);
	return result;
}

/** Of credits that are in their users' wallets. @returns undefined for one that somebody else took back meanwhile. */
async function takeBackSpendable(tx: Tx, takings: readonly Taking[]): Promise<(ReversalResult | undefined)[]> {
	if (takings.length === 0) return [];
	const posted = await postBatch(tx, takings.map(toTransfer));
	const chargebacks = takings.flatMap(({ reversal: { uid, atMs } }, index) => {
		const outcome = posted[index];
		return outcome?.status === 'booked' ? [{ uid, transferId: outcome.id, atMs }] : [];
	});
	const banned = await countChargebacks(tx, chargebacks);
	const results: (ReversalResult | undefined)[] = [];
	for (const [index, taking] of takings.entries()) {
		const outcome = posted[index];
		if (outcome?.status !== 'booked') {
			results.push(undefined);
			continue;
		}
		if (isCapped(taking)) await flagCapped(tx, taking);
		results.push({
			outcome: isCapped(taking) ? 'capped' : 'reversed',
			transferId: outcome.id,
			banned: banned.delete(taking.reversal.uid),
		});
	}
	return results;
}

function isCapped({ reversal, credit }: Taking): boolean {
	return (reversal.amount || credit.amount) > credit.amount;
}

/** A partner that wants back more than it gave has made a mistake, or we have: somebody should look. */
async function flagCapped(tx: Tx, { reversal, credit }: Taking): Promise<void> {
	const { uid, wall, atMs } = reversal;
	const { transactionId, amount } = credit;
	const details = { wall, transactionId, askedCents: reversal.amount, takenCents: amount };
	await recordAudit(tx, { atMs, actor: 'system', action: 'reversal-capped', uid, details });
}

function toTransfer({ reversal, credit }: Taking): NewTransfer {
	const { uid, wall, atMs } = reversal;
	const payout = Math.min(reversal.payoutMicros || credit.payoutMicros, credit.payoutMicros);
	return {
		kind: 'reversal',
		uid,
		wall,
		amount: asRobuxCents(Math.min(reversal.amount || credit.amount, credit.amount)),
		reference: creditReference(wall, credit.transactionId, 'reversal'),
		atMs,
		memo: {
			payoutMicros: asUsdMicros(-payout),
			offerId: credit.offerId ?? undefined,
			offerName: credit.offerName ?? undefined,
			reason: reversal.reason,
			signedText: reversal.signedText,
		},
	};
}
