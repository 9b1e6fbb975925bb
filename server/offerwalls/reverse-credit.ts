import { asRobuxCents, asUsdMicros } from '../../contract/money.ts';
import type { Batch } from '../ledger/batch.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import type { Memo, NewTransfer } from '../ledger/transfer.ts';
import { recordAudit } from '../lib/audit.ts';
import type { Tx } from '../lib/database.ts';
import { together } from '../lib/pipeline.ts';
import { countChargebacks } from './chargeback.ts';
import type { EventItem } from './event-item.ts';
import { cancelHold, isHeld, isPendingId, pendingId, releaseHold } from './held-credit.ts';
import {
	type BookedCredit,
	creditReference,
	deleteWaitingReversal,
	insertWaitingReversal,
	selectCredit,
	type WaitingReversal,
} from './store.ts';

export type ReversalResult =
	| { outcome: 'reversed' | 'cancelled' | 'capped'; transferId: number; banned: boolean }
	| { outcome: 'replayed'; transferId: number }
	| { outcome: 'waiting' };

/** A reversal, what its partner signed, and when it came. */
export type Reversal = WaitingReversal & Pick<Memo, 'signedText'> & { atMs: number };

export function toReversal({ event, callback }: EventItem): Reversal {
	return { ...event, amount: event.reward || undefined, payoutMicros: event.payout, atMs: callback.atMs };
}

/**
 * Takes into a batch those credits that stand in their users' wallets: nearly all that partners take back.
 *
 * @param credits what was found for each reversal, under the batch's locks.
 * @returns one for each reversal, in order; undefined for one that must be looked at by itself once the batch is written.
 */
export function reverseStanding(
	batch: Batch,
	reversals: readonly Reversal[],
	credits: readonly (BookedCredit | undefined)[],
): (Taken | undefined)[] {
	const standing = new Set<number>();
	return reversals.map((reversal, index) => {
		const credit = credits[index];
		const isStanding = credit?.kind === 'credit' && credit.takenBackId === null && !standing.has(credit.transferId);
		if (!isStanding || !batch.isOpen(reversal.uid)) return undefined;
		standing.add(credit.transferId);
		const posted = batch.add(toTransfer({ reversal, credit }));
		return posted.status === 'booked' ? { reversal, credit, transferId: posted.id } : undefined;
	});
}

export function outcomeOfTaken(taken: Taken): { outcome: 'reversed' | 'capped'; transferId: number } {
	return { outcome: isCapped(taken) ? 'capped' : 'reversed', transferId: taken.transferId };
}

/**
 * Counts what was taken back, and flags what was capped. Its first turn may be the one that writes it.
 * @returns the users whom this banned.
 */
export async function judgeTaken(tx: Tx, taken: readonly Taken[]): Promise<Set<string>> {
	const chargebacks = taken.map(({ reversal: { uid, atMs }, transferId }) => ({ uid, transferId, atMs }));
	const [banned] = await together(countChargebacks(tx, chargebacks), flagCapped(tx, taken));
	return banned;
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

/** What was taken back, by this transfer. */
export type Taken = Taking & { transferId: number };

async function takeBack(tx: Tx, taking: Taking): Promise<ReversalResult> {
	const { reversal, credit } = taking;
	if (credit.takenBackId !== null) return { outcome: 'replayed', transferId: credit.takenBackId };
	const { uid, wall, reason, signedText, atMs } = reversal;
	if (isHeld(credit)) {
		const asked = reversal.amount || credit.amount;
		if (isPendingId(credit.transactionId) || asked >= credit.amount) {
			const transferId = await cancelHold(tx, { uid, wall, credit, reason, signedText, atMs });
			const isChargeback = !isPendingId(credit.transactionId);
			await flagCapped(tx, [taking]);
			const banned = isChargeback && (await countChargebacks(tx, [{ uid, transferId, atMs }])).has(uid);
			return { outcome: isCapped(taking) ? 'capped' : 'cancelled', transferId, banned };
		}
		// The partner has looked at this one: what it leaves is the user's.
		await releaseHold(tx, { uid, wall, credit, atMs });
	}
	const { id: transferId } = await postTransfer(tx, toTransfer(taking));
	const taken = { ...taking, transferId };
	return { ...outcomeOfTaken(taken), banned: (await judgeTaken(tx, [taken])).has(uid) };
}

function isCapped({ reversal, credit }: Taking): boolean {
	return (reversal.amount || credit.amount) > credit.amount;
}

/** A partner that wants back more than it gave has made a mistake, or we have: somebody should look. */
async function flagCapped(tx: Tx, takings: readonly Taking[]): Promise<void> {
	const entries = takings.filter(isCapped).map(({ reversal, credit }) => {
		const { uid, wall, atMs } = reversal;
		const { transactionId, amount } = credit;
		const details = { wall, transactionId, askedCents: reversal.amount, takenCents: amount };
		return recordAudit(tx, { atMs, actor: 'system', action: 'reversal-capped', uid, details });
	});
	await together(...entries);
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
