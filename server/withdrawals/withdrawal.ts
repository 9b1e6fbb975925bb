import type { WithdrawalStatus } from '../../contract/withdrawals.ts';
import type { CreateAnswer, InfoAnswer, VendorOrder } from './vendors/vendor.ts';

/**
 * The pure rules of a withdrawal: which states follow which, what an answer of the vendor means, and what the user is
 * told. Money moves back on a documented, final refusal and on nothing else.
 */
export type WithdrawalState = 'requested' | 'sending' | 'unknown' | 'completed' | 'failed' | 'needs-review';

const transitions: Record<WithdrawalState, readonly WithdrawalState[]> = {
	requested: ['sending'],
	sending: ['unknown', 'failed'],
	unknown: ['unknown', 'sending', 'completed', 'failed', 'needs-review'],
	// A person owns it, but a final word of the vendor settles it all the same.
	'needs-review': ['completed', 'failed', 'needs-review'],
	completed: [],
	failed: [],
};

export function canFollow(from: WithdrawalState, to: WithdrawalState): boolean {
	return transitions[from].includes(to);
}

const wireStatuses: Record<WithdrawalState, WithdrawalStatus> = {
	requested: 'Pending',
	sending: 'Processing',
	unknown: 'Processing',
	'needs-review': 'Processing',
	completed: 'Completed',
	failed: 'Failed',
};

export function wireStatus(state: WithdrawalState): WithdrawalStatus {
	return wireStatuses[state];
}

/** What a row becomes after an answer. */
export type Verdict =
	| { to: 'completed' }
	| { to: 'failed'; refusal: string }
	| { to: 'needs-review'; refusal: string }
	| { to: 'unknown'; askAfterMs: number; refusal?: string; acknowledged?: true };

/** What follows from a question: a verdict, or sending the same order id again. */
export type Decision = Verdict | { to: 'sending' };

export type ReconcileTimes = {
	reconcileMinMs: number;
	reconcileMaxMs: number;
	/** How long an attempt may still be on its way before "no such order" is believed. */
	settleMs: number;
};

/** What the rules need to know of an order. */
export type OrderFacts = {
	state: WithdrawalState;
	net: number;
	price: number;
	robloxUsername: string;
	attempts: number;
	asks: number;
	firstSentAtMs: number;
	lastSentAtMs: number;
	isAcknowledged: boolean;
	refusal: string | null;
};

const ATTEMPTS_MAX = 10;

/** Back-off of the questions about one order: doubling from the shortest to the longest wait. */
function askDelayMs(asks: number, { reconcileMinMs, reconcileMaxMs }: ReconcileTimes): number {
	return Math.min(reconcileMaxMs, reconcileMinMs * 2 ** Math.min(asks, 30));
}

/**
 * What the answer to a create means. It never completes an order: that is left to the one place that asks about it.
 * A refusal is final only for the first attempt. After that it proves nothing about the attempts before, so it is kept
 * and believed once the vendor also says that it has no such order.
 */
export function decideAfterCreate(answer: CreateAnswer, order: OrderFacts, times: ReconcileTimes): Verdict {
	const askAfterMs = askDelayMs(order.asks, times);
	switch (answer.kind) {
		case 'taken':
		case 'exists':
			return { to: 'unknown', askAfterMs, acknowledged: true };
		case 'refused':
			if (order.attempts === 1) return { to: 'failed', refusal: answer.reason };
			return { to: 'unknown', askAfterMs, refusal: answer.reason };
		case 'unclear':
			return { to: 'unknown', askAfterMs };
	}
}

/** What the answer to a question about the order means. */
export function decideAfterInfo(
	answer: InfoAnswer,
	order: OrderFacts,
	times: ReconcileTimes & { dedupeWindowMs: number; nowMs: number },
): Decision {
	const later: Verdict =
		order.state === 'needs-review'
			? { to: 'needs-review', refusal: order.refusal ?? 'unclear' }
			: { to: 'unknown', askAfterMs: askDelayMs(order.asks, times) };
	if (answer.kind === 'unclear') return later;
	if (answer.kind === 'no-such-order') return order.state === 'needs-review' ? later : decideWithoutOrder(order, times);
	if (!isSameOrder(answer.order, order)) return { to: 'needs-review', refusal: 'vendor-order-differs' };
	if (answer.order.outcome === 'completed') return { to: 'completed' };
	if (answer.order.outcome === 'failed') {
		return { to: 'failed', refusal: answer.order.reason ?? answer.order.status.toLowerCase() };
	}
	return later.to === 'unknown' ? { ...later, acknowledged: true } : later;
}

/** The vendor does not know the order id. */
function decideWithoutOrder(
	order: OrderFacts,
	times: ReconcileTimes & { dedupeWindowMs: number; nowMs: number },
): Decision {
	const settlesInMs = order.lastSentAtMs + times.settleMs - times.nowMs;
	if (settlesInMs > 0) return { to: 'unknown', askAfterMs: Math.min(settlesInMs, times.reconcileMaxMs) };
	// It had the order once: then this answer cannot be trusted, and nothing may be sent again.
	if (order.isAcknowledged) return { to: 'needs-review', refusal: 'vendor-lost-the-order' };
	if (order.refusal !== null) return { to: 'failed', refusal: order.refusal };
	const isRemembered = times.nowMs < order.firstSentAtMs + times.dedupeWindowMs;
	if (isRemembered && order.attempts < ATTEMPTS_MAX) return { to: 'sending' };
	return { to: 'needs-review', refusal: isRemembered ? 'too-many-attempts' : 'dedupe-window-over' };
}

/** A vendor may repeat the net amount or the price; anything else under our order id is not what we asked for. */
function isSameOrder(found: VendorOrder, order: OrderFacts): boolean {
	const isSameAmount = found.robuxAmount === null || [order.net, order.price].includes(found.robuxAmount);
	const isSameUser =
		found.robloxUsername === null || found.robloxUsername.toLowerCase() === order.robloxUsername.toLowerCase();
	return isSameAmount && isSameUser;
}

/** The job that wakes the payout workers. The rows say what there is to do. */
export const PAY_WITHDRAWAL_TASK = 'pay-withdrawal';

/** Under which name the ledger books a step of this withdrawal: once, ever. */
export function reference(id: string, step: 'hold' | 'paid' | 'refund'): string {
	return `withdrawal/${id}/${step}`;
}
