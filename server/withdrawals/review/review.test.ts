import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { found, orderFacts, SENT_AT } from '../../../test/payouts/vendor-orders.ts';
import type { InfoAnswer, VendorOrder } from '../vendors/vendor.ts';
import type { WithdrawalFacts } from '../withdrawal.ts';
import { decideReview, type Objection, type ReviewAction } from './review.ts';

const SETTLE = 35_000;
const WINDOW = 24 * HOUR_MS;
const REMEMBERS = 30 * 24 * HOUR_MS;
const LATER = 2 * HOUR_MS;
const none: InfoAnswer = { kind: 'no-such-order' };
const unclear: InfoAnswer = { kind: 'unclear', problem: 'away' };
const [completed, open, failed, unfunded] = (['completed', 'open', 'failed', 'unfunded'] as const).map((outcome) =>
	found({ outcome }),
) as [InfoAnswer, InfoAnswer, InfoAnswer, InfoAnswer];
const other = (outcome: VendorOrder['outcome'], robuxAmount: number) => found({ outcome, robuxAmount });
const had = { isAcknowledged: true };
const resent = { resentAtMs: SENT_AT };
const late = (ms: number) => ({ lastSentAtMs: SENT_AT + ms });
const refund = (refusal: string) => ({ to: 'failed', refusal });
const again = (by: 'resend' | 'create') => ({ to: 'sending', by });
const paid = { to: 'completed' };

/** A text is the objection. */
test.each<[ReviewAction, InfoAnswer, Partial<WithdrawalFacts>, number, Objection | object]>([
	['refund', unclear, {}, LATER, 'vendor-unclear'],
	['mark-paid', unclear, {}, LATER, 'vendor-unclear'],
	['send-again', unclear, {}, LATER, 'vendor-unclear'],
	['mark-paid', other('completed', 1), {}, LATER, paid],
	['mark-paid', open, {}, LATER, 'vendor-has-not-paid'],
	['mark-paid', failed, {}, LATER, 'vendor-has-not-paid'],
	['mark-paid', unfunded, {}, LATER, 'vendor-has-not-paid'],
	['mark-paid', none, {}, LATER, 'vendor-has-not-paid'],
	['refund', completed, {}, LATER, 'vendor-has-it'],
	['refund', open, {}, LATER, 'vendor-has-it'],
	['refund', failed, resent, SETTLE - 1, 'vendor-has-it'],
	['refund', failed, resent, SETTLE, refund('pending')],
	['refund', found({ outcome: 'failed', reason: 'gone' }), {}, LATER, refund('gone')],
	['refund', unfunded, {}, LATER, refund('pending')],
	['refund', none, had, LATER, 'vendor-had-it'],
	['refund', none, {}, HOUR_MS - 1, 'too-early'],
	['refund', none, {}, HOUR_MS, refund('never-taken')],
	['refund', none, {}, REMEMBERS - 1, refund('never-taken')],
	['refund', none, {}, REMEMBERS, 'vendor-may-have-forgotten'],
	['refund', none, late(HOUR_MS + 1), LATER, 'too-early'],
	['send-again', unfunded, {}, LATER, again('resend')],
	['send-again', completed, {}, LATER, 'vendor-has-it'],
	['send-again', open, {}, LATER, 'vendor-has-it'],
	['send-again', failed, {}, LATER, 'vendor-has-it'],
	['send-again', other('unfunded', 49), {}, LATER, 'vendor-has-it'],
	['send-again', unfunded, resent, SETTLE - 1, 'vendor-has-it'],
	['send-again', none, had, LATER, 'vendor-had-it'],
	['send-again', none, {}, WINDOW, 'dedupe-window-over'],
	['send-again', none, {}, WINDOW - 1, again('create')],
	['send-again', none, {}, SETTLE - 1, 'too-early'],
	['send-again', none, {}, SETTLE, again('create')],
	['settle-refunded', none, had, DAY_MS - 1, 'settle-too-early'],
	['settle-refunded', none, had, DAY_MS, refund('settled')],
	['settle-paid', none, had, DAY_MS, paid],
	['settle-refunded', none, { ...had, ...late(1) }, DAY_MS, 'settle-too-early'],
	['settle-refunded', none, {}, DAY_MS, 'not-needed'],
	['settle-refunded', none, {}, REMEMBERS - 1, 'not-needed'],
	['settle-refunded', none, {}, REMEMBERS, refund('settled')],
	...[completed, open, failed, unfunded].flatMap((answer): [ReviewAction, InfoAnswer, object, number, Objection][] => [
		['settle-refunded', answer, had, DAY_MS, 'vendor-knows-it'],
		['settle-refunded', answer, {}, 2 * REMEMBERS, 'vendor-knows-it'],
	]),
	['settle-refunded', unclear, had, DAY_MS - 1, 'settle-too-early'],
	['settle-refunded', unclear, had, REMEMBERS - 1, 'vendor-unclear'],
	['settle-refunded', unclear, had, REMEMBERS, refund('settled')],
	['settle-refunded', unclear, {}, REMEMBERS, refund('settled')],
])('an admin may %s an order with the answer %j and the facts %j after %i ms, or not: %j', (...row) => {
	const [action, answer, facts, afterMs, decision] = row;
	const order = orderFacts({ state: 'needs-review', ...facts });
	const times = { reconcileMinMs: 5_000, reconcileMaxMs: 300_000, settleMs: SETTLE };
	const moment = { ...times, dedupeWindowMs: WINDOW, remembersMs: REMEMBERS, nowMs: SENT_AT + afterMs };
	const expected = typeof decision === 'string' ? { objection: decision } : decision;
	expect(decideReview(action, answer, order, moment)).toEqual(expected);
});
