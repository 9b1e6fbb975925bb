import { asRobuxCents, type RobuxCents } from '../../../contract/money.ts';
import type { Batch } from '../../ledger/batch.ts';
import type { TransferRow } from '../../ledger/store.ts';
import type { CreditedGoal } from '../catalogue/store-steps.ts';
import { type ClaimEnd, endClaims, lateCredits } from '../claims/late-credit.ts';
import { rejectionReasons } from '../postbacks/received-postback.ts';
import { boostAt, type Moment, type Rate, rateAt, rateOfRow, rewardAt } from '../terms/terms.ts';
import type { BrakedRound } from '../walls/brakes/wall-brakes.ts';
import type { BookedEvent, EventItem, Hold } from './event-item.ts';
import { bookedKey, decidedKey, type Round, type RoundState } from './look-at-round.ts';
import * as transfers from './offer-transfers.ts';
import type { BookedCredit, Claim } from './store.ts';
import type { EndedHold, NewHold } from './store-held.ts';

export type Taken = transfers.Taking & { transferId: number; isLoss?: boolean };

export type Plan = ReturnType<typeof openPlan>;

function openPlan(batch: Batch) {
	return {
		batch,
		booked: new Map<EventItem, BookedEvent>(),
		claims: [] as Claim[],
		holds: [] as (NewHold & { item: EventItem; amount: RobuxCents })[],
		ended: [] as EndedHold[],
		goals: [] as CreditedGoal[],
		credited: new Set<string>(),
		claimEnds: [] as ClaimEnd[],
		/** Keyed by the credit's transfer id. */
		taken: new Map<number, Taken>(),
		waiting: [] as transfers.Reversal[],
		settled: [] as transfers.Reversal[],
		next: [] as transfers.Reversal[],
	};
}

const unknownUser: BookedEvent = { outcome: 'unknown-user', why: rejectionReasons.unknownUser };
const conflict = (reason: string): BookedEvent => ({ outcome: 'conflict', why: reason });
const otherAmount = conflict(rejectionReasons.otherAmount);
const replayed = (transferId: number): BookedEvent => ({ outcome: 'replayed', transferId });

export function decideRound({ paying, reversals }: Round, state: RoundState, brakes: Pick<BrakedRound, 'holdOf'>) {
	const plan = openPlan(state.batch);
	const claim = claiming(state, plan);
	const cuts = comparingCuts(state);
	for (const item of paying) {
		const reason = cuts.isOther(item) ? rejectionReasons.otherCut : claim(item);
		const result = reason ? conflict(reason) : pay(plan, state, { item, brakes });
		plan.booked.set(item, result);
		if (result.outcome !== 'booked' && result.outcome !== 'held') continue;
		plan.credited.add(item.event.uid);
		cuts.keep(item);
	}
	for (const reversal of reversals) {
		const { item } = reversal;
		const reason = item && claim(item);
		const result = reason ? conflict(reason) : reverse(plan, reversal, state.credits.get(reversal));
		if (!result) plan.next.push(reversal);
		else if (item) plan.booked.set(item, result);
	}
	const atMs = Math.max(...paying.map(({ received }) => received.atMs));
	const waiting = state.waiting.filter(({ uid }) => plan.credited.has(uid));
	const deciding = new Set(paying.filter(({ wall }) => wall.payoutDecides).map(({ wall }) => wall.id));
	plan.next.unshift(...waiting.map((reversal) => ({ ...reversal, atMs, payoutDecides: deciding.has(reversal.wall) })));
	plan.claimEnds = endClaims(
		state.watched,
		lateCredits(plan.batch.added(), { goals: plan.goals, claims: state.watched }),
	);
	return plan;
}

/** An unsigned user id could be forged, so the first user owns the transaction. */
function claiming({ batch, claimKeys, owners }: RoundState, { claims }: Plan): (item: EventItem) => string | undefined {
	return (item) => {
		const key = claimKeys.get(item);
		if (key === undefined) return undefined;
		const { uid } = item.event;
		const owner = owners.get(key);
		if (owner !== undefined) return owner === uid ? undefined : rejectionReasons.otherUser;
		if (batch.isOpen(uid)) {
			owners.set(key, uid);
			claims.push({ key, uid });
		}
		return undefined;
	};
}

/** If a signed text can be split into other fields, only the split that was booked first is valid. */
function comparingCuts({ cutOtherwise }: RoundState) {
	const firstCuts = new Map<string, bigint>();
	const keyOf = ({ event }: EventItem, text: bigint) => `${event.uid} ${text}`;
	return {
		isOther(item: EventItem): boolean {
			const signed = transfers.signedTextToKeep(item);
			if (!signed) return false;
			return cutOtherwise.has(item) || (firstCuts.get(keyOf(item, signed.text)) ?? signed.cut) !== signed.cut;
		},
		keep(item: EventItem): void {
			const signed = transfers.signedTextToKeep(item);
			if (signed) firstCuts.set(keyOf(item, signed.text), signed.cut);
		},
	};
}

type Paying = { item: EventItem; brakes: Pick<BrakedRound, 'holdOf'> };

function pay(plan: Plan, { pending, clicks }: RoundState, { item, brakes }: Paying): BookedEvent {
	const { batch, holds, ended, goals } = plan;
	const { event, received } = item;
	const { uid, wall } = event;
	const decided = event.kind === 'pending' && batch.find(decidedKey(event));
	if (decided) return replayed(decided.id);
	const key = bookedKey(item);
	const first = batch.find(key);
	if (first) return first.reference === key.reference && isRepeat(item, first) ? replayed(first.id) : otherAmount;
	if (!batch.isOpen(uid)) return unknownUser;
	const before = pending.get(item);
	// No partner's contract allows approval after rejection.
	if (before?.isRejected) return conflict(rejectionReasons.rejectedBefore);

	const { rate, boost } = termsOf(item, clicks.get(item), before);
	const amount = rewardBy(item, rate);
	if (amount === 0) return { outcome: 'zero' };
	const braked = event.kind === 'pending' ? undefined : brakes.holdOf(wall, amount);
	const hold = laterOf(item.holdOf(amount), braked);
	const transfer = transfers.toCredit(item, { amount, hold, termsId: rate?.id });
	const transferId = batch.addNew(transfer);
	const added = boost && transfers.toBoost(transfer, boost);
	if (added) batch.addNew(added);
	if (event.goalId) goals.push({ uid, transferId, goal: event.goalId });
	if (before && transfers.isHeld(before)) {
		const held = { uid, wall, credit: before, atMs: received.atMs };
		for (const end of [transfers.toApproval(held), ...transfers.toBoostEnd(held, 'cancel')]) batch.addNew(end);
		ended.push({ uid, holdId: before.transferId, outcome: 'approved' });
	}
	if (transfer.kind === 'credit') return { outcome: 'booked', transferId };
	const timed = event.kind === 'pending' ? undefined : hold;
	holds.push({ item, uid, holdId: transferId, wall, transactionId: transfers.bookedId(event), hold: timed, amount });
	return { outcome: 'held', transferId };
}

function laterOf(hold: Hold | undefined, braked: Hold | undefined): Hold | undefined {
	if (!hold || !braked) return hold ?? braked;
	if (hold.untilMs === null || braked.untilMs === null) return hold;
	return { ...braked, untilMs: Math.max(hold.untilMs, braked.untilMs) };
}

/** A reversal waits if its credit is not booked yet. @returns undefined if the next round must decide. */
function reverse(plan: Plan, reversal: transfers.Reversal, credit: BookedCredit | undefined): BookedEvent | undefined {
	const { batch, credited, taken, settled, waiting } = plan;
	const { uid, item } = reversal;
	if (!batch.isOpen(uid)) return credit ? lose(plan, { reversal, credit }) : unknownUser;
	const isPending = credit !== undefined && transfers.isPendingId(credit.transactionId);
	const isEffective = credit?.takenBackId === null && !isPending;
	if (credit && taken.has(credit.transferId)) return undefined;
	if (credited.has(uid) && !isEffective) return undefined;
	if (!credit) {
		waiting.push(reversal);
		return { outcome: 'waiting' };
	}
	// Rejected, because a small reversal would release a large suspicious credit.
	if (credit.isBraked && transfers.requestedOf({ reversal, credit }) < credit.amount)
		return conflict(rejectionReasons.braked);
	// The partner may still approve a pending credit, so its reversal stays stored.
	if (!item && !isPending) settled.push(reversal);
	return credit.takenBackId === null ? takeBack(plan, { reversal, credit }) : replayed(credit.takenBackId);
}

/** Takes back at most the credit's amount, even if the balance becomes negative. */
function takeBack({ batch, ended, taken }: Plan, taking: transfers.Taking): BookedEvent {
	const { reversal, credit } = taking;
	const held = { uid: reversal.uid, wall: reversal.wall, credit, atMs: reversal.atMs };
	const isPart = !transfers.isPendingId(credit.transactionId) && transfers.requestedOf(taking) < credit.amount;
	const isCancelled = transfers.isHeld(credit) && !isPart;
	if (transfers.isHeld(credit)) {
		// The partner has reviewed the credit, so the rest is released.
		if (isPart)
			for (const end of [transfers.toRelease(held), ...transfers.toBoostEnd(held, 'release')]) batch.addNew(end);
		ended.push({ uid: held.uid, holdId: credit.transferId, outcome: isCancelled ? 'cancelled' : 'released' });
	}
	const transferId = batch.addNew(isCancelled ? transfers.toCancel(held, reversal) : transfers.toTakeBack(taking));
	const boost = isCancelled
		? transfers.toBoostEnd(held, 'cancel', reversal)
		: transfers.toBoostTakeBack(taking, 'boost-reversal');
	for (const end of boost) batch.addNew(end);
	taken.set(credit.transferId, { ...taking, transferId });
	if (isCapped(taking)) return { outcome: 'capped', transferId };
	return { outcome: isCancelled ? 'cancelled' : 'reversed', transferId };
}

/** The site bears the loss of a deleted account. */
function lose({ batch, taken }: Plan, taking: transfers.Taking): BookedEvent | undefined {
	const { credit } = taking;
	if (taken.has(credit.transferId)) return undefined;
	if (credit.takenBackId !== null) return replayed(credit.takenBackId);
	const transferId = batch.addNew(transfers.toLoss(taking));
	for (const boost of transfers.toBoostTakeBack(taking, 'boost-loss')) batch.addNew(boost);
	taken.set(credit.transferId, { ...taking, transferId, isLoss: true });
	return { outcome: isCapped(taking) ? 'capped' : 'reversed', transferId, why: rejectionReasons.lost };
}

export const isCapped = (taking: transfers.Taking): boolean => transfers.requestedOf(taking) > taking.credit.amount;

/** The terms of the click apply; without a known click, those of the first credit. */
function termsOf({ wall, received }: EventItem, click: Moment | undefined, pending: BookedCredit | undefined) {
	const moment = click ?? { atMs: received.atMs };
	if (!pending) return { rate: rateAt(wall, moment), boost: boostAt(wall, moment.atMs) };
	return {
		rate: rateOfRow(wall, pending.termsId) ?? rateAt(wall, moment),
		boost: wall.boosts.find(({ id }) => id === pending.boostTermsId),
	};
}

function rewardBy({ event }: EventItem, rate: Rate | undefined): RobuxCents {
	return rate ? asRobuxCents(Number(rewardAt(event.userShare ?? event.payout, rate.rateCents))) : event.reward;
}

/** Compares at the rate of the first booking, because rates change. */
function isRepeat(item: EventItem, first: TransferRow): boolean {
	const rate = rateOfRow(item.wall, first.termsId);
	if (!rate && first.termsId !== null) return true;
	return first.amount === rewardBy(item, rate);
}
