import { DAY_MS } from '../../contract/durations.ts';
import type { WithdrawalStatus } from '../../contract/withdrawals/withdrawals.ts';
import type { CreateAnswer, InfoAnswer, NotNowReason, VendorOrder } from './vendors/vendor.ts';

/** Money goes back only after a documented, final refusal. */
export type WithdrawalState =
	| 'requested'
	| 'screening'
	| 'sending'
	| 'unknown'
	| 'completed'
	| 'failed'
	| 'needs-review';

const transitions: Record<WithdrawalState, readonly WithdrawalState[]> = {
	requested: ['screening', 'sending', 'failed'],
	screening: ['requested', 'failed'],
	// Returns to `requested` only if there was one attempt and the vendor did not accept it.
	sending: ['requested', 'unknown', 'failed', 'needs-review'],
	unknown: ['unknown', 'sending', 'completed', 'failed', 'needs-review'],
	// A final status from the vendor still closes an order in review.
	'needs-review': ['sending', 'completed', 'failed', 'needs-review'],
	completed: [],
	failed: [],
};

export const canFollow = (from: WithdrawalState, to: WithdrawalState): boolean => transitions[from].includes(to);

export const isClosed = (state: WithdrawalState): boolean => transitions[state].length === 0;

const wireStatuses: Record<WithdrawalState, WithdrawalStatus> = {
	requested: 'Pending',
	screening: 'Pending',
	sending: 'Processing',
	unknown: 'Processing',
	'needs-review': 'Processing',
	completed: 'Completed',
	failed: 'Failed',
};

export const wireStatus = (state: WithdrawalState): WithdrawalStatus => wireStatuses[state];

/** `acknowledged`: the vendor has shown that it has the order. */
export type Outcome =
	| { to: 'completed' }
	| { to: 'failed'; refusal: string }
	| { to: 'requested'; waitMs: number; uncounted: true }
	| { to: 'needs-review'; refusal: string; acknowledged?: true }
	| { to: 'unknown'; checkAfterMs: number; refusal?: string; acknowledged?: true; uncounted?: true };

export type Decision = Outcome | { to: 'sending' };

export type ReconcileTimes = {
	reconcileMinMs: number;
	reconcileMaxMs: number;
	/** Time that an attempt may be in flight; only after it, "no such order" is believed. */
	settleMs: number;
};

export type WithdrawalFacts = {
	state: WithdrawalState;
	net: number;
	price: number;
	robloxUsername: string | null;
	attempts: number;
	asks: number;
	firstSentAtMs: number;
	lastSentAtMs: number;
	/** 0 if the order was never resent. */
	resentAtMs: number;
	isAcknowledged: boolean;
	refusal: string | null;
};

const ATTEMPTS_MAX = 10;
const TURN_DOWNS_BELIEVED = 3;

/** An order with unclear answers for this long needs review. */
const SILENT_MS = DAY_MS;
/** The limit if the vendor has shown the order, because it may queue orders for weeks. */
const SILENT_WITH_ORDER_MS = 30 * DAY_MS;

const waitAfter: Record<NotNowReason, number> = {
	'rate-limited': 60_000,
	'key-refused': 30_000,
	'vendor-balance-too-low': 30_000,
	'not-reached': 5_000,
};
const WAIT_MIN_MS = 1_000;
const WAIT_MAX_MS = DAY_MS;

function checkDelayMs(asks: number, { reconcileMinMs, reconcileMaxMs }: ReconcileTimes): number {
	return Math.min(reconcileMaxMs, reconcileMinMs * 2 ** Math.min(asks, 30));
}

function waitMsOf(retryAfterMs: number | undefined, otherwiseMs: number): number {
	return retryAfterMs === undefined ? otherwiseMs : Math.min(WAIT_MAX_MS, Math.max(WAIT_MIN_MS, retryAfterMs));
}

/** Only a status query completes an order. Only the first refusal is final: an earlier attempt may have succeeded. */
export function decideAfterCreate(answer: CreateAnswer, order: WithdrawalFacts, times: ReconcileTimes): Outcome {
	const checkAfterMs = checkDelayMs(order.asks, times);
	switch (answer.kind) {
		case 'taken':
		case 'exists':
			return { to: 'unknown', checkAfterMs, acknowledged: true };
		case 'refused':
			if (order.attempts === 1) return { to: 'failed', refusal: answer.reason };
			return { to: 'unknown', checkAfterMs, refusal: answer.reason };
		case 'turned-down':
			if (order.attempts < TURN_DOWNS_BELIEVED) return { to: 'unknown', checkAfterMs };
			return { to: 'unknown', checkAfterMs, refusal: answer.reason };
		case 'not-now': {
			const waitMs = waitMsOf(answer.retryAfterMs, Math.min(waitAfter[answer.reason], times.reconcileMaxMs));
			if (order.attempts === 1) return { to: 'requested', waitMs, uncounted: true };
			return { to: 'unknown', checkAfterMs: Math.max(checkAfterMs, waitMs), uncounted: true };
		}
		case 'unclear':
			return { to: 'unknown', checkAfterMs: waitMsOf(answer.retryAfterMs, checkAfterMs) };
	}
}

type InWindow = { dedupeWindowMs: number; nowMs: number };
export type Moment = ReconcileTimes & InWindow;

export function decideAfterInfo(answer: InfoAnswer, order: WithdrawalFacts, moment: Moment): Decision {
	if (answer.kind === 'unclear') {
		if (isSilent(order, moment)) return { to: 'needs-review', refusal: 'vendor-silent' };
		return later(order, waitMsOf(answer.retryAfterMs, checkDelayMs(order.asks, moment)));
	}
	if (answer.kind === 'no-such-order') {
		if (order.state === 'needs-review') return later(order, moment.reconcileMaxMs);
		return decideWithoutOrder(order, moment);
	}
	const open = { ...later(order, checkDelayMs(order.asks, moment)), acknowledged: true as const };
	const { outcome, status, reason } = answer.order;
	if (!isSameOrder(answer.order, order)) {
		return { to: 'needs-review', refusal: 'vendor-order-differs', acknowledged: true };
	}
	if (outcome === 'completed') return { to: 'completed' };
	if (outcome === 'open' || isResending(order, moment)) return open;
	if (outcome === 'unfunded') return { to: 'needs-review', refusal: 'vendor-balance-too-low', acknowledged: true };
	return { to: 'failed', refusal: reason ?? status.toLowerCase() };
}

function isSilent({ state, firstSentAtMs, isAcknowledged }: WithdrawalFacts, { nowMs }: Moment): boolean {
	const patienceMs = isAcknowledged ? SILENT_WITH_ORDER_MS : SILENT_MS;
	return state === 'unknown' && nowMs >= firstSentAtMs + patienceMs;
}

function later(order: WithdrawalFacts, checkAfterMs: number) {
	return order.state === 'needs-review'
		? ({ to: 'needs-review', refusal: order.refusal ?? 'unclear' } as const)
		: ({ to: 'unknown', checkAfterMs: checkAfterMs } as const);
}

/** True while an order is being resent, because a reported failure may be from before. */
export function isResending({ resentAtMs }: WithdrawalFacts, { settleMs, nowMs }: Moment): boolean {
	return resentAtMs > 0 && nowMs < resentAtMs + settleMs;
}

function decideWithoutOrder(order: WithdrawalFacts, moment: Moment): Decision {
	const settlesInMs = order.lastSentAtMs + moment.settleMs - moment.nowMs;
	if (settlesInMs > 0) return { to: 'unknown', checkAfterMs: Math.min(settlesInMs, moment.reconcileMaxMs) };
	// The vendor had shown the order, so this answer is unreliable and nothing may be sent again.
	if (order.isAcknowledged) return { to: 'needs-review', refusal: 'vendor-lost-the-order' };
	if (order.refusal !== null) return { to: 'failed', refusal: order.refusal };
	if (!mayRepeat(order, moment)) return { to: 'needs-review', refusal: 'dedupe-window-over' };
	return order.attempts < ATTEMPTS_MAX ? { to: 'sending' } : { to: 'needs-review', refusal: 'too-many-attempts' };
}

/** Returns whether the vendor would certainly refuse a repeated order id. */
export function mayRepeat({ firstSentAtMs }: WithdrawalFacts, { dedupeWindowMs, nowMs }: InWindow) {
	return nowMs < firstSentAtMs + dedupeWindowMs;
}

/** Vendors report either the net amount or the price. */
export function isSameOrder(found: VendorOrder, order: WithdrawalFacts): boolean {
	const isSameAmount = found.robuxAmount === null || [order.net, order.price].includes(found.robuxAmount);
	const isSameUser = found.recipient === null || found.recipient.toLowerCase() === order.robloxUsername?.toLowerCase();
	return isSameAmount && isSameUser;
}

export const WATCH_PAYOUTS_TASK = 'watch-payouts';

export const reference = (id: string, step: 'hold' | 'paid' | 'refund'): string => `withdrawal/${id}/${step}`;
