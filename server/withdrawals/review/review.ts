import { DAY_MS } from '../../../contract/durations.ts';
import type { InfoAnswer } from '../vendors/vendor.ts';
import { isResending, isSameOrder, type Moment, mayRepeat, type WithdrawalFacts } from '../withdrawal.ts';

/** Returns money only if the vendor certainly never had the order or ended it. */
export type ReviewAction = 'refund' | 'mark-paid' | 'send-again' | SettleAction;
export type SettleAction = 'settle-paid' | 'settle-refunded';

export type Objection =
	| 'vendor-unclear'
	| 'vendor-has-it'
	| 'vendor-had-it'
	| 'vendor-has-not-paid'
	| 'vendor-may-have-forgotten'
	| 'too-early'
	| 'dedupe-window-over'
	| 'vendor-knows-it'
	| 'settle-too-early'
	| 'not-needed';

export type ReviewDecision =
	| { to: 'failed'; refusal: string }
	| { to: 'completed' }
	/** `resend`: the vendor retries an order that it ended unpaid. */
	| { to: 'sending'; by: 'create' | 'resend' }
	| { objection: Objection };

export type ReviewMoment = Moment & { remembersMs: number };

const NEVER_TAKEN_AFTER_MS = 3_600_000;
const LOST_AFTER_MS = DAY_MS;

export function decideReview(
	action: ReviewAction,
	answer: InfoAnswer,
	order: WithdrawalFacts,
	moment: ReviewMoment,
): ReviewDecision {
	if (action === 'settle-paid' || action === 'settle-refunded') {
		const objection = objectToSettling(answer, order, moment);
		if (objection) return { objection };
		return action === 'settle-paid' ? { to: 'completed' } : { to: 'failed', refusal: 'settled' };
	}
	if (answer.kind === 'unclear') return { objection: 'vendor-unclear' };
	if (action === 'mark-paid') {
		const isPaid = answer.kind === 'found' && answer.order.outcome === 'completed';
		return isPaid ? { to: 'completed' } : { objection: 'vendor-has-not-paid' };
	}
	return action === 'refund' ? decideRefund(answer, order, moment) : decideSendAgain(answer, order, moment);
}

type ClearAnswer = Exclude<InfoAnswer, { kind: 'unclear' }>;

function decideRefund(answer: ClearAnswer, order: WithdrawalFacts, moment: ReviewMoment): ReviewDecision {
	if (answer.kind === 'found') {
		const { outcome, reason, status } = answer.order;
		if (outcome === 'completed' || outcome === 'open' || isResending(order, moment))
			return { objection: 'vendor-has-it' };
		return { to: 'failed', refusal: reason ?? status.toLowerCase() };
	}
	if (order.isAcknowledged) return { objection: 'vendor-had-it' };
	if (moment.nowMs < order.lastSentAtMs + NEVER_TAKEN_AFTER_MS) return { objection: 'too-early' };
	if (moment.nowMs >= order.lastSentAtMs + moment.remembersMs) return { objection: 'vendor-may-have-forgotten' };
	return { to: 'failed', refusal: 'never-taken' };
}

function decideSendAgain(answer: ClearAnswer, order: WithdrawalFacts, moment: ReviewMoment): ReviewDecision {
	if (answer.kind === 'found') {
		const isUnfunded = answer.order.outcome === 'unfunded' && isSameOrder(answer.order, order);
		return isUnfunded && !isResending(order, moment) ? { to: 'sending', by: 'resend' } : { objection: 'vendor-has-it' };
	}
	if (order.isAcknowledged) return { objection: 'vendor-had-it' };
	if (!mayRepeat(order, moment)) return { objection: 'dedupe-window-over' };
	return moment.nowMs < order.lastSentAtMs + moment.settleMs
		? { objection: 'too-early' }
		: { to: 'sending', by: 'create' };
}

/** Allows it if the vendor lost the order, or if its answers no longer prove anything. */
function objectToSettling(answer: InfoAnswer, order: WithdrawalFacts, moment: ReviewMoment): Objection | undefined {
	if (answer.kind === 'found') return 'vendor-knows-it';
	if (moment.nowMs < order.lastSentAtMs + LOST_AFTER_MS) return 'settle-too-early';
	if (answer.kind === 'unclear') {
		return moment.nowMs < order.lastSentAtMs + moment.remembersMs ? 'vendor-unclear' : undefined;
	}
	const others = [decideRefund(answer, order, moment), decideSendAgain(answer, order, moment)];
	return others.some((other) => 'to' in other) ? 'not-needed' : undefined;
}
