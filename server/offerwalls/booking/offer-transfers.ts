import { asRobuxCents, asUsdMicros, type RobuxCents } from '../../../contract/money.ts';
import type { Memo, NewTransfer } from '../../ledger/transfer.ts';
import type { EventItem } from './event-item.ts';
import { type BookedCredit, creditReference, type WaitingReversal } from './store.ts';

/** What each fact of a partner's transaction books. */

/** A reversal, what its partner signed, and when it came; without its item it has waited for its credit. */
export type Reversal = WaitingReversal & Pick<Memo, 'signedText'> & { atMs: number; item?: EventItem };

export type Taking = { reversal: Reversal; credit: BookedCredit };

export type Held = { uid: string; wall: string; credit: BookedCredit; atMs: number };

/** No partner's transaction id contains a slash. */
const PENDING = '/pending';

/** Under which a partner's undecided credit is held, beside the id of the credit that may follow. */
export function pendingId(transactionId: string): string {
	return transactionId + PENDING;
}

export function isPendingId(transactionId: string): boolean {
	return transactionId.endsWith(PENDING);
}

export function isHeld(credit: BookedCredit): boolean {
	return credit.kind === 'credit-hold' && !credit.isReleased && credit.takenBackId === null;
}

/** The id under which the item's credit is booked: what is pending has one of its own. */
export function bookedId({ kind, transactionId }: EventItem['event']): string {
	return kind === 'pending' ? pendingId(transactionId) : transactionId;
}

/** What is held back sits in the user's `pending` account until it is released or cancelled, one of the two, once. */
export function toCredit({ event, callback, hold }: EventItem): NewTransfer {
	const { uid, wall, kind, reward, payout, link, signedText, offerId, offerName } = event;
	const isPending = kind === 'pending';
	// The partner owes us nothing yet for what is pending, and a reversal is of the credit that follows.
	const terms = isPending ? { payoutMicros: asUsdMicros(0) } : { payoutMicros: payout, link, signedText };
	return {
		kind: isPending || hold ? 'credit-hold' : 'credit',
		uid,
		wall,
		amount: reward,
		reference: creditReference(wall, bookedId(event)),
		atMs: callback.atMs,
		memo: { ...terms, isBonus: kind === 'bonus', offerId, offerName },
	};
}

export function toReversal(item: EventItem): Reversal {
	const { event, callback } = item;
	return { ...event, amount: event.reward || undefined, payoutMicros: event.payout, atMs: callback.atMs, item };
}

/** All of it where the partner does not say. */
export function askedOf({ reversal, credit }: Taking): RobuxCents {
	return reversal.amount || credit.amount;
}

export function toTakeBack(taking: Taking): NewTransfer {
	const { reversal, credit } = taking;
	const { uid, wall, reason, signedText, atMs } = reversal;
	const payout = Math.min(reversal.payoutMicros || credit.payoutMicros, credit.payoutMicros);
	return {
		kind: 'reversal',
		uid,
		wall,
		amount: asRobuxCents(Math.min(askedOf(taking), credit.amount)),
		reference: creditReference(wall, credit.transactionId, 'reversal'),
		atMs,
		memo: {
			payoutMicros: asUsdMicros(-payout),
			offerId: credit.offerId ?? undefined,
			offerName: credit.offerName ?? undefined,
			reason,
			signedText,
		},
	};
}

/** From a user whose account is deleted: nobody is debited, and nothing is kept that says what it was. */
export function toLoss(taking: Taking): NewTransfer {
	const { payoutMicros, signedText } = toTakeBack(taking).memo ?? { payoutMicros: asUsdMicros(0) };
	return { ...toTakeBack(taking), kind: 'loss', memo: { payoutMicros, signedText } };
}

/** The partner has owed us the $ since it was held. */
export function toRelease({ uid, wall, credit, atMs }: Held): NewTransfer {
	const reference = creditReference(wall, credit.transactionId, 'release');
	const memo = memoOfHeld(credit, 0);
	return { kind: 'credit-release', uid, amount: credit.amount, reference, atMs, memo };
}

/** The partner owes us nothing for it any more. */
export function toCancel(held: Held, { reason, signedText }: Pick<Memo, 'reason' | 'signedText'> = {}): NewTransfer {
	return { ...toApproval(held), memo: { ...memoOfHeld(held.credit, -held.credit.payoutMicros), reason, signedText } };
}

/** Ends what was pending in favour of the approved credit, which stands by itself. */
export function toApproval({ uid, wall, credit, atMs }: Held): NewTransfer {
	const reference = creditReference(wall, credit.transactionId, 'cancel');
	return { kind: 'credit-cancel', uid, wall, amount: credit.amount, reference, atMs };
}

function memoOfHeld({ offerId, offerName, isBonus }: BookedCredit, payoutMicros: number): Memo {
	const name = { offerId: offerId ?? undefined, offerName: offerName ?? undefined };
	return { payoutMicros: asUsdMicros(payoutMicros), isBonus, ...name };
}
