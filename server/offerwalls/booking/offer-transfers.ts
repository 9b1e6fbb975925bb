import { asRobuxCents, asUsdMicros, type RobuxCents } from '../../../contract/money.ts';
import type { Memo, NewTransfer } from '../../ledger/transfer.ts';
import { type BoostRow, boostOf, boostToTake } from '../terms/terms.ts';
import type { EventItem, Hold } from './event-item.ts';
import { type BookedCredit, creditReference, type WaitingReversal } from './store.ts';

/** `item` is undefined if the reversal has waited for its credit. */
export type Reversal = WaitingReversal &
	Pick<Memo, 'signedText'> & {
		atMs: number;
		item?: EventItem;
		/** As in `Wall`. */
		payoutDecides: boolean;
	};

export type Taking = { reversal: Reversal; credit: BookedCredit };

export type Held = { uid: string; wall: string; credit: BookedCredit; atMs: number };

const PENDING = '/pending';

export const pendingId = (transactionId: string): string => transactionId + PENDING;

export const isPendingId = (transactionId: string): boolean => transactionId.endsWith(PENDING);

export function isHeld(credit: BookedCredit): boolean {
	return credit.kind === 'credit-hold' && !credit.isReleased && credit.takenBackId === null;
}

export function bookedId({ kind, transactionId }: EventItem['event']): string {
	return kind === 'pending' ? pendingId(transactionId) : transactionId;
}

/** Returns undefined for a pending credit, because a reversal refers to the credit that follows it. */
export function signedTextToKeep({ event }: EventItem): Memo['signedText'] {
	return event.kind === 'pending' ? undefined : event.signedText;
}

export type Reckoned = { amount: RobuxCents; hold: Hold | undefined; termsId: number | undefined };

/** Held credits stay in `pending` until released or cancelled, once. */
export function toCredit(item: EventItem, { amount, hold, termsId }: Reckoned): NewTransfer {
	const { event, received } = item;
	const { uid, wall, kind, payout, link, offerId, offerName } = event;
	const isPending = kind === 'pending';
	// A pending credit is no debt of the partner yet.
	const partners = isPending
		? { payoutMicros: asUsdMicros(0) }
		: { payoutMicros: payout, link, signedText: signedTextToKeep(item) };
	return {
		kind: isPending || hold ? 'credit-hold' : 'credit',
		uid,
		wall,
		amount,
		reference: creditReference(wall, bookedId(event)),
		atMs: received.atMs,
		memo: { ...partners, isBonus: kind === 'bonus', offerId, offerName, termsId },
	};
}

export function toBoost(credit: NewTransfer, { id, percent }: BoostRow): NewTransfer | undefined {
	const { kind, uid, amount, reference, atMs, memo: { offerId, offerName } = {} } = credit;
	const boost = boostOf(amount, percent);
	if (boost === 0) return undefined;
	return {
		kind: kind === 'credit-hold' ? 'boost-hold' : 'boost',
		uid,
		amount: boost,
		reference: reference.replace(/credit$/, 'boost'),
		atMs,
		memo: { termsId: id, offerId, offerName },
	};
}

export function toReversal(item: EventItem): Reversal {
	const { event, received, wall } = item;
	const byPayout = wall.rateCents !== undefined;
	const amount = byPayout ? undefined : event.reward || undefined;
	const { payoutDecides } = wall;
	return { ...event, amount, payoutMicros: event.payout, byPayout, payoutDecides, atMs: received.atMs, item };
}

/** Returns the whole credit if the partner gives no amount. */
export function requestedOf({ reversal, credit }: Taking): RobuxCents {
	const { amount, byPayout, payoutMicros, payoutDecides } = reversal;
	const isWhole = payoutDecides && credit.payoutMicros > 0 && payoutMicros >= credit.payoutMicros;
	if (!byPayout) return asRobuxCents(Math.max(amount || credit.amount, isWhole ? credit.amount : 0));
	if (payoutMicros === 0 || credit.payoutMicros === 0) return credit.amount;
	const share = (BigInt(credit.amount) * BigInt(payoutMicros)) / BigInt(credit.payoutMicros);
	return asRobuxCents(Number(share > REQUESTED_MAX ? REQUESTED_MAX : share || 1n));
}

/** Requested amounts are cut to this; the credit's amount limits them further. */
const REQUESTED_MAX = BigInt(Number.MAX_SAFE_INTEGER);

export function takenOf(taking: Taking): RobuxCents {
	return asRobuxCents(Math.min(requestedOf(taking), taking.credit.amount));
}

export function toTakeBack(taking: Taking): NewTransfer {
	const { reversal, credit } = taking;
	const { uid, wall, reason, signedText, atMs } = reversal;
	const { isImported } = credit;
	const payout = isImported
		? reversal.payoutMicros
		: Math.min(reversal.payoutMicros || credit.payoutMicros, credit.payoutMicros);
	return {
		kind: isImported ? 'import-reversal' : 'reversal',
		uid,
		wall,
		amount: takenOf(taking),
		reference: creditReference(wall, credit.transactionId, 'reversal'),
		atMs,
		memo: { payoutMicros: asUsdMicros(-payout), ...namesOf(credit), reason, signedText },
	};
}

/** Books a loss of the site, without names and without debiting a user. */
export function toLoss(taking: Taking): NewTransfer {
	const { payoutMicros, signedText } = toTakeBack(taking).memo ?? { payoutMicros: asUsdMicros(0) };
	return { ...toTakeBack(taking), kind: 'loss', memo: { payoutMicros, signedText } };
}

/** Books no payout of the partner, because the hold booked it. */
export function toRelease({ uid, wall, credit, atMs }: Held): NewTransfer {
	const reference = creditReference(wall, credit.transactionId, 'release');
	const memo = memoOfHeld(credit, 0);
	return { kind: 'credit-release', uid, amount: credit.amount, reference, atMs, memo };
}

export function toCancel(held: Held, { reason, signedText }: Pick<Memo, 'reason' | 'signedText'> = {}): NewTransfer {
	return { ...toApproval(held), memo: { ...memoOfHeld(held.credit, -held.credit.payoutMicros), reason, signedText } };
}

export function toApproval({ uid, wall, credit, atMs }: Held): NewTransfer {
	const reference = creditReference(wall, credit.transactionId, 'cancel');
	return { kind: 'credit-cancel', uid, wall, amount: credit.amount, reference, atMs };
}

function memoOfHeld(credit: BookedCredit, payoutMicros: number): Memo {
	return { payoutMicros: asUsdMicros(payoutMicros), isBonus: credit.isBonus, ...namesOf(credit) };
}

function namesOf({ offerId, offerName }: BookedCredit) {
	return { offerId: offerId ?? undefined, offerName: offerName ?? undefined };
}

export function toBoostEnd(
	{ uid, wall, credit, atMs }: Held,
	what: 'release' | 'cancel',
	{ reason }: Pick<Memo, 'reason'> = {},
): NewTransfer[] {
	const { boostAmount: amount, boostTermsId, transactionId } = credit;
	if (!amount) return [];
	const reference = creditReference(wall, transactionId, `boost-${what}`);
	const memo = { termsId: boostTermsId ?? undefined, ...namesOf(credit), reason };
	return [{ kind: `boost-${what}`, uid, amount, reference, atMs, memo }];
}

/** `boost-loss` is for deleted accounts, like {@link toLoss}. */
export function toBoostTakeBack(taking: Taking, kind: 'boost-reversal' | 'boost-loss'): NewTransfer[] {
	const { reversal, credit } = taking;
	const { uid, wall, reason, atMs } = reversal;
	const { boostAmount, boostTermsId, transactionId } = credit;
	if (!boostAmount) return [];
	const amount = boostToTake(boostAmount, { amount: credit.amount, taken: takenOf(taking) });
	const reference = creditReference(wall, transactionId, 'boost-reversal');
	const termsId = boostTermsId ?? undefined;
	const memo = kind === 'boost-loss' ? { termsId } : { termsId, ...namesOf(credit), reason };
	return [{ kind, uid, amount, reference, atMs, memo }];
}
