import { asUsdMicros, type UsdMicros } from '../../contract/money.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import type { Memo } from '../ledger/transfer.ts';
import type { Tx } from '../lib/database.ts';
import { whys } from './callback.ts';
import { Contradicted, type EventItem } from './event-item.ts';
import { type BookedCredit, creditReference, selectCredit } from './store.ts';
import { endHeldCredit, selectHeldOutcome } from './store-held.ts';

/**
 * A credit that is shown but not spendable: it sits in the user's `pending` account until it is released or cancelled,
 * one of the two, once. The partner owes us the $ from the start, whenever we release.
 */
type Held = { uid: string; wall: string; credit: BookedCredit; atMs: number };

/** No partner's transaction id contains a slash. */
const PENDING = '/pending';

/** Under which a partner's undecided credit is held, beside the id of the credit that may follow. */
export function pendingId(transactionId: string): string {
	return transactionId + PENDING;
}

export function isPendingId(transactionId: string): boolean {
	return transactionId.endsWith(PENDING);
}

/** Whether it still is held back. */
export function isHeld(credit: BookedCredit): boolean {
	return credit.kind === 'credit-hold' && !credit.isReleased && credit.takenBackId === null;
}

/** Moves it to the wallet. The caller holds the wallet's lock and has seen that it is held. */
export async function releaseHold(tx: Tx, held: Held): Promise<void> {
	const { uid, wall, credit, atMs } = held;
	await postTransfer(tx, {
		kind: 'credit-release',
		uid,
		amount: credit.amount,
		reference: creditReference(wall, credit.transactionId, 'release'),
		atMs,
		memo: memoOfHeld(credit, asUsdMicros(0)),
	});
	await endHeldCredit(tx, { uid, holdId: credit.transferId, outcome: 'released' });
}

/** Gives it back to the partner. @returns the transfer that did. */
export async function cancelHold(tx: Tx, held: Held & Pick<Memo, 'reason' | 'signedText'>): Promise<number> {
	const { uid, credit, reason, signedText } = held;
	const memo = { ...memoOfHeld(credit, asUsdMicros(-credit.payoutMicros)), reason, signedText };
	const transferId = await postCancel(tx, { ...held, memo });
	await endHeldCredit(tx, { uid, holdId: credit.transferId, outcome: 'cancelled' });
	return transferId;
}

/**
 * Ends what the partner had called pending, in favour of the credit that it has approved, which stands by itself. No
 * partner's contract lets it approve what it has rejected: somebody should ask it what it means.
 *
 * @throws Contradicted where the partner had rejected it.
 */
export async function endPending(tx: Tx, item: EventItem): Promise<void> {
	const { event, callback } = item;
	const { uid, wall } = event;
	const credit = await selectCredit(tx, { uid, wall, transactionId: pendingId(event.transactionId), link: undefined });
	if (!credit) return;
	if (credit.takenBackId !== null && (await selectHeldOutcome(tx, uid, credit.transferId)) === 'cancelled') {
		throw new Contradicted([item], whys.rejectedBefore);
	}
	if (!isHeld(credit)) return;
	await postCancel(tx, { uid, wall, credit, atMs: callback.atMs });
	await endHeldCredit(tx, { uid, holdId: credit.transferId, outcome: 'approved' });
}

async function postCancel(tx: Tx, { uid, wall, credit, atMs, memo }: Held & { memo?: Memo }): Promise<number> {
	const { id } = await postTransfer(tx, {
		kind: 'credit-cancel',
		uid,
		wall,
		amount: credit.amount,
		reference: creditReference(wall, credit.transactionId, 'cancel'),
		atMs,
		memo,
	});
	return id;
}

function memoOfHeld({ offerId, offerName, isBonus }: BookedCredit, payoutMicros: UsdMicros): Memo {
	return { payoutMicros, isBonus, offerId: offerId ?? undefined, offerName: offerName ?? undefined };
}
