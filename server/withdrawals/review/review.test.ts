import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { found, orderFacts, SENT_AT } from '../../../test/payouts/vendor-orders.ts';
import type { InfoAnswer } from '../vendors/vendor.ts';
import type { WithdrawalFacts } from '../withdrawal.ts';
import { decideReview, type ReviewAction } from './review.ts';

const SETTLE = 35_000;
const WINDOW = 24 * HOUR_MS;
const REMEMBERS = 30 * 24 * HOUR_MS;
const none: InfoAnswer = { kind: 'no-such-order' };

function decide(
	action: ReviewAction,
	answer: InfoAnswer,
	facts: Partial<WithdrawalFacts> = {},
	nowMs = SENT_AT + 2 * HOUR_MS,
) {
	const order = orderFacts({ state: 'needs-review', ...facts });
	const times = { reconcileMinMs: 5_000, reconcileMaxMs: 300_000, settleMs: SETTLE };
	return decideReview(action, answer, order, { ...times, dedupeWindowMs: WINDOW, remembersMs: REMEMBERS, nowMs });
}

test.each(['refund', 'mark-paid', 'send-again'] as const)('%s is rejected if the answer is unclear', (action) => {
	expect(decide(action, { kind: 'unclear', problem: 'x' })).toEqual({ objection: 'vendor-unclear' });
});

test('an order counts as paid only if the vendor says so, whatever else differs', () => {
	expect(decide('mark-paid', found({ outcome: 'completed', robuxAmount: 1 }))).toEqual({ to: 'completed' });
	const answers = [found({ outcome: 'open' }), found({ outcome: 'failed' }), found({ outcome: 'unfunded' }), none];
	for (const answer of answers) expect(decide('mark-paid', answer)).toEqual({ objection: 'vendor-has-not-paid' });
});

test('a refund is refused if the vendor paid the order, has it open or retries it', () => {
	const hasIt = { objection: 'vendor-has-it' };
	expect(decide('refund', found({ outcome: 'completed' }))).toEqual(hasIt);
	expect(decide('refund', found({ outcome: 'open' }))).toEqual(hasIt);
	expect(decide('refund', found({ outcome: 'failed' }), { resentAtMs: SENT_AT }, SENT_AT + SETTLE - 1)).toEqual(hasIt);
});

test('a refund states why the vendor ended the order', () => {
	expect(decide('refund', found({ outcome: 'failed', reason: 'gone' }))).toEqual({ to: 'failed', refusal: 'gone' });
	expect(decide('refund', found({ outcome: 'unfunded' }))).toEqual({ to: 'failed', refusal: 'pending' });
	expect(decide('refund', found({ outcome: 'failed' }), { resentAtMs: SENT_AT }, SENT_AT + SETTLE)).toMatchObject({
		to: 'failed',
	});
});

test('a refund for an order that the vendor does not know is possible after an hour, until the vendor may have deleted it', () => {
	expect(decide('refund', none, { isAcknowledged: true })).toEqual({ objection: 'vendor-had-it' });
	expect(decide('refund', none, {}, SENT_AT + HOUR_MS - 1)).toEqual({ objection: 'too-early' });
	expect(decide('refund', none, {}, SENT_AT + HOUR_MS)).toEqual({ to: 'failed', refusal: 'never-taken' });
	expect(decide('refund', none, {}, SENT_AT + REMEMBERS - 1)).toEqual({ to: 'failed', refusal: 'never-taken' });
	expect(decide('refund', none, {}, SENT_AT + REMEMBERS)).toEqual({ objection: 'vendor-may-have-forgotten' });
});

test('a refund counts the hour from the last attempt', () => {
	expect(decide('refund', none, { lastSentAtMs: SENT_AT + HOUR_MS + 1 })).toEqual({ objection: 'too-early' });
});

test('sending an order again lets the vendor retry it only if the vendor ended it because our account was empty', () => {
	const hasIt = { objection: 'vendor-has-it' };
	expect(decide('send-again', found({ outcome: 'unfunded' }))).toEqual({ to: 'sending', by: 'resend' });
	for (const outcome of ['completed', 'open', 'failed'] as const) {
		expect(decide('send-again', found({ outcome }))).toEqual(hasIt);
	}
	expect(decide('send-again', found({ outcome: 'unfunded', robuxAmount: 49 }))).toEqual(hasIt);
	expect(decide('send-again', found({ outcome: 'unfunded' }), { resentAtMs: SENT_AT }, SENT_AT + SETTLE - 1)).toEqual(
		hasIt,
	);
});

test('sending an order again creates it anew only if the vendor never had it, within the dedupe window', () => {
	expect(decide('send-again', none, { isAcknowledged: true })).toEqual({ objection: 'vendor-had-it' });
	expect(decide('send-again', none, {}, SENT_AT + WINDOW)).toEqual({ objection: 'dedupe-window-over' });
	expect(decide('send-again', none, {}, SENT_AT + WINDOW - 1)).toEqual({ to: 'sending', by: 'create' });
	expect(decide('send-again', none, {}, SENT_AT + SETTLE - 1)).toEqual({ objection: 'too-early' });
	expect(decide('send-again', none, {}, SENT_AT + SETTLE)).toEqual({ to: 'sending', by: 'create' });
});

describe('a settlement by two admins', () => {
	const unclear: InfoAnswer = { kind: 'unclear', problem: 'away' };
	const settled = { to: 'failed', refusal: 'settled' };
	const settle = (answer: InfoAnswer, facts: Partial<WithdrawalFacts>, afterMs: number) =>
		decide('settle-refunded', answer, facts, SENT_AT + afterMs);

	test('a settlement by two admins is for orders that the vendor lost, a day after the last attempt', () => {
		const had = { isAcknowledged: true };
		expect(settle(none, had, DAY_MS - 1)).toEqual({ objection: 'settle-too-early' });
		expect(settle(none, had, DAY_MS)).toEqual(settled);
		expect(decide('settle-paid', none, had, SENT_AT + DAY_MS)).toEqual({ to: 'completed' });
		expect(settle(none, { ...had, lastSentAtMs: SENT_AT + 1 }, DAY_MS)).toEqual({ objection: 'settle-too-early' });
	});

	test('a settlement by two admins is not for orders that can be refunded or sent again', () => {
		expect(settle(none, {}, DAY_MS)).toEqual({ objection: 'not-needed' });
		expect(settle(none, {}, REMEMBERS - 1)).toEqual({ objection: 'not-needed' });
		expect(settle(none, {}, REMEMBERS)).toEqual(settled);
	});

	test('never contradicts an answer of the vendor about the order', () => {
		const knowsIt = { objection: 'vendor-knows-it' };
		for (const outcome of ['completed', 'open', 'failed', 'unfunded'] as const) {
			const answer = found({ outcome });
			expect(settle(answer, { isAcknowledged: true }, DAY_MS)).toEqual(knowsIt);
			expect(settle(answer, {}, 2 * REMEMBERS)).toEqual(knowsIt);
		}
	});

	test('without a clear answer is allowed only once the vendor may have deleted the order', () => {
		const had = { isAcknowledged: true };
		expect(settle(unclear, had, DAY_MS - 1)).toEqual({ objection: 'settle-too-early' });
		expect(settle(unclear, had, REMEMBERS - 1)).toEqual({ objection: 'vendor-unclear' });
		expect(settle(unclear, had, REMEMBERS)).toEqual(settled);
		expect(settle(unclear, {}, REMEMBERS)).toEqual(settled);
	});
});
