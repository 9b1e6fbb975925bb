import { DAY_MS } from '../../contract/durations.ts';
import type { WithdrawalStatus } from '../../contract/withdrawals/withdrawals.ts';
import type { CreateAnswer, InfoAnswer, NotNowReason, VendorOrder } from './vendors/vendor.ts';

/** Pure rules. Money moves back on a documented, final refusal and on nothing else. */
export type WithdrawalState =
	| 'requested'
	| 'screening'
	| 'sending'
	| 'unknown'
	| 'completed'
	| 'failed'
	| 'needs-review';

const transitions: Record<WithdrawalState, readonly WithdrawalState[]> = {
	// What was never sent may be called off.
	requested: ['screening', 'sending', 'failed'],
	// Held before the vendor hears of it; never sent from there.
	screening: ['requested', 'failed'],
	// Back to `requested` only when the vendor said that it did not take the one attempt there was.
	sending: ['requested', 'unknown', 'failed', 'needs-review'],
	unknown: ['unknown', 'sending', 'completed', 'failed', 'needs-review'],
	// A person owns it, but a final word of the vendor settles it all the same.
	'needs-review': ['sending', 'completed', 'failed', 'needs-review'],
	completed: [],
	failed: [],
};

export function canFollow(from: WithdrawalState, to: WithdrawalState): boolean {
	return transitions[from].includes(to);
}

export function isClosed(state: WithdrawalState): boolean {
	return transitions[state].length === 0;
}

const wireStatuses: Record<WithdrawalState, WithdrawalStatus> = {
	requested: 'Pending',
	screening: 'Pending',
	sending: 'Processing',
	unknown: 'Processing',
	'needs-review': 'Processing',
	completed: 'Completed',
	failed: 'Failed',
};

export function wireStatus(state: WithdrawalState): WithdrawalStatus {
	return wireStatuses[state];
}

/** `acknowledged`: the vendor has shown that it has the order. `uncounted`: as if the attempt had not been made. */
export type Outcome =
	| { to: 'completed' }
	| { to: 'failed'; refusal: string }
	| { to: 'requested'; waitMs: number; uncounted: true }
	| { to: 'needs-review'; refusal: string; acknowledged?: true }
	| { to: 'unknown'; askAfterMs: number; refusal?: string; acknowledged?: true; uncounted?: true };

export type Decision = Outcome | { to: 'sending' };

export type ReconcileTimes = {
	reconcileMinMs: number;
	reconcileMaxMs: number;
	/** How long an attempt may still be on its way before "no such order" is believed. */
	settleMs: number;
};

export type WithdrawalFacts = {
	state: WithdrawalState;
	net: number;
	price: number;
	robloxUsername: string;
	attempts: number;
	asks: number;
	firstSentAtMs: number;
	lastSentAtMs: number;
	/** 0: the vendor was never asked to try again what it had ended. */
	resentAtMs: number;
	isAcknowledged: boolean;
	refusal: string | null;
};

const ATTEMPTS_MAX = 10;
/** So often an order is sent, with questions between, that is turned down in words which nobody documented. */
const TURN_DOWNS_BELIEVED = 3;

/** So long after its first attempt an order is for a person of which the vendor says nothing clear: that it has it, or not. */
const SILENT_MS = DAY_MS;
/** It may have it in its queue for weeks, and be away for this one question. */
const SILENT_WITH_ORDER_MS = 30 * DAY_MS;

/** How long an order rests that was not taken, where the vendor does not say. Its circuit may be open for longer. */
const waitAfter: Record<NotNowReason, number> = {
	'rate-limited': 60_000,
	'key-refused': 30_000,
	'vendor-balance-too-low': 30_000,
	'not-reached': 5_000,
};
const WAIT_MIN_MS = 1_000;
const WAIT_MAX_MS = DAY_MS;

function askDelayMs(asks: number, { reconcileMinMs, reconcileMaxMs }: ReconcileTimes): number {
	return Math.min(reconcileMaxMs, reconcileMinMs * 2 ** Math.min(asks, 30));
}

/** Ms to wait: as long as the vendor asks for, within reason. */
function waitMsOf(retryAfterMs: number | undefined, otherwiseMs: number): number {
	return retryAfterMs === undefined ? otherwiseMs : Math.min(WAIT_MAX_MS, Math.max(WAIT_MIN_MS, retryAfterMs));
}

/**
 * It never completes an order: asking does. A refusal is final only for the first attempt; later it proves nothing about
 * the attempts before, so it is believed once the vendor also says that it has no such order.
 */
export function decideAfterCreate(answer: CreateAnswer, order: WithdrawalFacts, times: ReconcileTimes): Outcome {
	const askAfterMs = askDelayMs(order.asks, times);
	switch (answer.kind) {
		case 'taken':
		case 'exists':
			return { to: 'unknown', askAfterMs, acknowledged: true };
		case 'refused':
			if (order.attempts === 1) return { to: 'failed', refusal: answer.reason };
			return { to: 'unknown', askAfterMs, refusal: answer.reason };
		case 'turned-down':
			if (order.attempts < TURN_DOWNS_BELIEVED) return { to: 'unknown', askAfterMs };
			return { to: 'unknown', askAfterMs, refusal: answer.reason };
		case 'not-now': {
			const waitMs = waitMsOf(answer.retryAfterMs, Math.min(waitAfter[answer.reason], times.reconcileMaxMs));
			if (order.attempts === 1) return { to: 'requested', waitMs, uncounted: true };
			return { to: 'unknown', askAfterMs: Math.max(askAfterMs, waitMs), uncounted: true };
		}
		case 'unclear':
			return { to: 'unknown', askAfterMs: waitMsOf(answer.retryAfterMs, askAfterMs) };
	}
}

export type Moment = ReconcileTimes & { dedupeWindowMs: number; nowMs: number };

export function decideAfterInfo(answer: InfoAnswer, order: WithdrawalFacts, moment: Moment): Decision {
	if (answer.kind === 'unclear') {
		if (isSilent(order, moment)) return { to: 'needs-review', refusal: 'vendor-silent' };
		return later(order, waitMsOf(answer.retryAfterMs, askDelayMs(order.asks, moment)));
	}
	if (answer.kind === 'no-such-order') {
		if (order.state === 'needs-review') return later(order, moment.reconcileMaxMs);
		return decideWithoutOrder(order, moment);
	}
	// Whatever else is wrong with it: the vendor has an order of this id.
	const open = { ...later(order, askDelayMs(order.asks, moment)), acknowledged: true as const };
	const { outcome, status, reason } = answer.order;
	if (!isSameOrder(answer.order, order)) {
		return { to: 'needs-review', refusal: 'vendor-order-differs', acknowledged: true };
	}
	if (outcome === 'completed') return { to: 'completed' };
	if (outcome === 'open' || isResending(order, moment)) return open;
	// Nothing is wrong with the order: it is sent again when there is money in our account, or refunded, as a person decides.
	if (outcome === 'unfunded') return { to: 'needs-review', refusal: 'vendor-balance-too-low', acknowledged: true };
	return { to: 'failed', refusal: reason ?? status.toLowerCase() };
}

/** Nobody but a person can do anything about a vendor that does not tell for so long. It is asked all the same. */
function isSilent({ state, firstSentAtMs, isAcknowledged }: WithdrawalFacts, { nowMs }: Moment): boolean {
	const patienceMs = isAcknowledged ? SILENT_WITH_ORDER_MS : SILENT_MS;
	return state === 'unknown' && nowMs >= firstSentAtMs + patienceMs;
}

function later(order: WithdrawalFacts, askAfterMs: number) {
	return order.state === 'needs-review'
		? ({ to: 'needs-review', refusal: order.refusal ?? 'unclear' } as const)
		: ({ to: 'unknown', askAfterMs } as const);
}

/** The order was to be tried again just now: that it has ended may be of before. */
export function isResending({ resentAtMs }: WithdrawalFacts, { settleMs, nowMs }: Moment): boolean {
	return resentAtMs > 0 && nowMs < resentAtMs + settleMs;
}

function decideWithoutOrder(order: WithdrawalFacts, moment: Moment): Decision {
	const settlesInMs = order.lastSentAtMs + moment.settleMs - moment.nowMs;
	if (settlesInMs > 0) return { to: 'unknown', askAfterMs: Math.min(settlesInMs, moment.reconcileMaxMs) };
	// It had the order once: then this answer cannot be trusted, and nothing may be sent again.
	if (order.isAcknowledged) return { to: 'needs-review', refusal: 'vendor-lost-the-order' };
	if (order.refusal !== null) return { to: 'failed', refusal: order.refusal };
	if (!mayRepeat(order, moment)) return { to: 'needs-review', refusal: 'dedupe-window-over' };
	return order.attempts < ATTEMPTS_MAX ? { to: 'sending' } : { to: 'needs-review', refusal: 'too-many-attempts' };
}

/** Whether the vendor would surely refuse the order id, had an earlier attempt been taken after all. */
export function mayRepeat(
	{ firstSentAtMs }: WithdrawalFacts,
	{ dedupeWindowMs, nowMs }: Omit<Moment, keyof ReconcileTimes>,
) {
	return nowMs < firstSentAtMs + dedupeWindowMs;
}

/** A vendor may repeat the net amount or the price; anything else under our order id is not what we asked for. */
export function isSameOrder(found: VendorOrder, order: WithdrawalFacts): boolean {
	const isSameAmount = found.robuxAmount === null || [order.net, order.price].includes(found.robuxAmount);
	const isSameUser =
		found.robloxUsername === null || found.robloxUsername.toLowerCase() === order.robloxUsername.toLowerCase();
	return isSameAmount && isSameUser;
}

/** The job that looks whether payouts need a person, and tells them. */
export const WATCH_PAYOUTS_TASK = 'watch-payouts';

export function reference(id: string, step: 'hold' | 'paid' | 'refund'): string {
	return `withdrawal/${id}/${step}`;
}
