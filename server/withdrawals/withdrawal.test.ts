import { DAY_MS } from '../../contract/durations.ts';
import { found, orderFacts as order, SENT_AT, vendorOrder } from '../../test/payouts/vendor-orders.ts';
import type { CreateAnswer, InfoAnswer } from './vendors/vendor.ts';
import {
	canFollow,
	decideAfterCreate,
	decideAfterInfo,
	isClosed,
	isResending,
	isSameOrder,
	mayRepeat,
	reference,
	type WithdrawalFacts,
	type WithdrawalState,
	wireStatus,
} from './withdrawal.ts';

const times = { reconcileMinMs: 5_000, reconcileMaxMs: 300_000, settleMs: 35_000 };
const WINDOW = 86_400_000;
const at = (nowMs: number) => ({ ...times, dedupeWindowMs: WINDOW, nowMs });
const SETTLED = SENT_AT + times.settleMs;

const states: WithdrawalState[] = ['requested', 'sending', 'unknown', 'needs-review', 'completed', 'failed'];

test.each([
	['requested', ['sending', 'failed']],
	['sending', ['requested', 'unknown', 'needs-review', 'failed']],
	['unknown', ['sending', 'unknown', 'needs-review', 'completed', 'failed']],
	['needs-review', ['sending', 'needs-review', 'completed', 'failed']],
	['completed', []],
	['failed', []],
] as const)('%s may be followed only by %j', (from, followers) => {
	expect(states.filter((to) => canFollow(from, to))).toEqual(followers);
});

test('a state without a next state is closed', () => {
	expect(states.filter(isClosed)).toEqual(['completed', 'failed']);
});

test('a state is reported as one of four statuses', () => {
	expect(states.map(wireStatus)).toEqual(['Pending', 'Processing', 'Processing', 'Processing', 'Completed', 'Failed']);
});

describe("the vendor's answer to a new order", () => {
	const decide = (answer: CreateAnswer, facts: Partial<WithdrawalFacts> = {}) =>
		decideAfterCreate(answer, order({ state: 'sending', ...facts }), times);
	const limited = (retryAfterMs?: number): CreateAnswer => ({ kind: 'not-now', reason: 'rate-limited', retryAfterMs });

	test.each([{ kind: 'taken', status: 'Pending' }, { kind: 'exists' }] as const)(
		'leaves the order unknown and schedules a query for $kind',
		(answer) => expect(decide(answer)).toEqual({ to: 'unknown', checkAfterMs: 5_000, acknowledged: true }),
	);

	test('fails the order if it is a refusal, but only on the first attempt', () => {
		const refused = { kind: 'refused', reason: 'pass-not-found' } as const;
		expect(decide(refused)).toEqual({ to: 'failed', refusal: 'pass-not-found' });
		expect(decide(refused, { attempts: 2 })).toEqual({ to: 'unknown', checkAfterMs: 5_000, refusal: 'pass-not-found' });
	});

	test('stores an undocumented refusal from the third attempt on, until the vendor confirms that it has no order', () => {
		const turnedDown = { kind: 'turned-down', reason: 'BAD_AMOUNT' } as const;
		const open = { to: 'unknown', checkAfterMs: 5_000 };
		const stored = { ...open, refusal: 'BAD_AMOUNT' };
		expect([1, 2, 3, 4].map((attempts) => decide(turnedDown, { attempts }))).toEqual([open, open, stored, stored]);
	});

	test('leaves the order unknown if unclear, and waits as long as the vendor asks', () => {
		const unclear = (retryAfterMs?: number): CreateAnswer => ({ kind: 'unclear', problem: 'x', retryAfterMs });
		expect(decide(unclear())).toEqual({ to: 'unknown', checkAfterMs: 5_000 });
		expect(decide(unclear(90_000))).toEqual({ to: 'unknown', checkAfterMs: 90_000 });
	});

	test.each([
		['rate-limited', 60_000],
		['key-refused', 30_000],
		['vendor-balance-too-low', 30_000],
		['not-reached', 5_000],
	] as const)('returns the order to requested without counting the attempt for %s', (reason, waitMs) => {
		expect(decide({ kind: 'not-now', reason })).toEqual({ to: 'requested', waitMs, uncounted: true });
	});

	test('sets the wait by its retry-after, from a second to a day', () => {
		const waitOf = (retryAfterMs: number) => (decide(limited(retryAfterMs)) as { waitMs: number }).waitMs;
		expect([7_000, 0, 1_000, 999, 86_400_000, 86_400_001].map(waitOf)).toEqual([
			7_000, 1_000, 1_000, 1_000, 86_400_000, 86_400_000,
		]);
	});

	test('leaves the order unknown if the second attempt was rate-limited, since the first may have succeeded', () => {
		expect(decide(limited(), { attempts: 2 })).toEqual({ to: 'unknown', checkAfterMs: 60_000, uncounted: true });
		expect(decide(limited(2_000), { attempts: 2, asks: 2 })).toMatchObject({ checkAfterMs: 20_000 });
	});

	test('doubles the wait before each further status query, up to five minutes', () => {
		const waitAfter = (asks: number) => (decide({ kind: 'exists' }, { asks }) as { checkAfterMs: number }).checkAfterMs;
		expect([0, 1, 2, 5, 6, 7, 5_000].map(waitAfter)).toEqual([
			5_000, 10_000, 20_000, 160_000, 300_000, 300_000, 300_000,
		]);
	});
});

describe("the vendor's answer to a status query", () => {
	const decide = (answer: InfoAnswer, facts: Partial<WithdrawalFacts> = {}, nowMs = SETTLED) =>
		decideAfterInfo(answer, order(facts), at(nowMs));

	test('changes nothing if it is unclear', () => {
		const unclear = { kind: 'unclear', problem: 'x' } as const;
		expect(decide(unclear, { asks: 1 })).toEqual({ to: 'unknown', checkAfterMs: 10_000 });
		expect(decide({ ...unclear, retryAfterMs: 90_000 })).toEqual({ to: 'unknown', checkAfterMs: 90_000 });
		expect(decide(unclear, { state: 'needs-review' })).toEqual({ to: 'needs-review', refusal: 'unclear' });
		expect(decide(unclear, { state: 'needs-review', refusal: 'too-many-attempts' })).toEqual({
			to: 'needs-review',
			refusal: 'too-many-attempts',
		});
	});

	test('requires review if unclear for a day, or for a month once the vendor showed the order', () => {
		const unclear = { kind: 'unclear', problem: 'x' } as const;
		const silent = { to: 'needs-review', refusal: 'vendor-silent' };
		expect(decide(unclear, {}, SENT_AT + DAY_MS - 1)).toMatchObject({ to: 'unknown' });
		expect(decide(unclear, {}, SENT_AT + DAY_MS)).toEqual(silent);
		const shown = { isAcknowledged: true };
		expect(decide(unclear, shown, SENT_AT + 30 * DAY_MS - 1)).toMatchObject({ to: 'unknown' });
		expect(decide(unclear, shown, SENT_AT + 30 * DAY_MS)).toEqual(silent);
	});

	test('completes the order if it says completed, even in review', () => {
		expect(decide(found({ outcome: 'completed' }))).toEqual({ to: 'completed' });
		expect(decide(found({ outcome: 'completed' }), { state: 'needs-review' })).toEqual({ to: 'completed' });
	});

	test('keeps an open order unknown, acknowledged, and schedules another query', () => {
		expect(decide(found(), { asks: 1 })).toEqual({ to: 'unknown', checkAfterMs: 10_000, acknowledged: true });
	});

	test('refunds a failed order and stores its reason, or else its status', () => {
		expect(decide(found({ outcome: 'failed', status: 'Error', reason: 'gone' }))).toEqual({
			to: 'failed',
			refusal: 'gone',
		});
		expect(decide(found({ outcome: 'failed', status: 'Cancelled' }))).toEqual({ to: 'failed', refusal: 'cancelled' });
	});

	test('requires review for an unfunded order', () => {
		expect(decide(found({ outcome: 'unfunded' }))).toEqual({
			to: 'needs-review',
			refusal: 'vendor-balance-too-low',
			acknowledged: true,
		});
	});

	test.each(['failed', 'unfunded'] as const)('ignores %s while the vendor retries the order', (outcome) => {
		const facts = { resentAtMs: SENT_AT };
		expect(decide(found({ outcome }), facts, SETTLED - 1)).toMatchObject({ to: 'unknown', acknowledged: true });
		expect(decide(found({ outcome }), facts, SETTLED).to).not.toBe('unknown');
	});

	test('requires review if the amount or name differs, even for a paid order', () => {
		const differs = { to: 'needs-review', refusal: 'vendor-order-differs', acknowledged: true };
		expect(decide(found({ outcome: 'completed', robuxAmount: 49 }))).toEqual(differs);
		expect(decide(found({ outcome: 'completed', recipient: 'other_player' }))).toEqual(differs);
	});

	describe('an order unknown to the vendor', () => {
		const none = { kind: 'no-such-order' } as const;

		test('an order unknown to the vendor is not sent again while an attempt may be in flight', () => {
			expect(decide(none, {}, SETTLED - 1)).toEqual({ to: 'unknown', checkAfterMs: 1 });
			expect(decide(none, {}, SENT_AT - 1_000_000)).toEqual({ to: 'unknown', checkAfterMs: 300_000 });
			expect(decide(none, {}, SETTLED)).toEqual({ to: 'sending' });
		});

		test('an order unknown to the vendor stays in review if it is already in review', () => {
			expect(decide(none, { state: 'needs-review' })).toEqual({ to: 'needs-review', refusal: 'unclear' });
		});

		test('requires review if the vendor once acknowledged it', () => {
			expect(decide(none, { isAcknowledged: true, refusal: 'pass-not-found' })).toEqual({
				to: 'needs-review',
				refusal: 'vendor-lost-the-order',
			});
		});

		test('fails if a later attempt was refused', () => {
			expect(decide(none, { refusal: 'pass-not-found', attempts: 2 })).toEqual({
				to: 'failed',
				refusal: 'pass-not-found',
			});
		});

		test('an order unknown to the vendor is sent again within the dedupe window, at most ten times', () => {
			const tooLate = { to: 'needs-review', refusal: 'dedupe-window-over' };
			expect(decide(none, {}, SENT_AT + WINDOW - 1)).toEqual({ to: 'sending' });
			expect(decide(none, {}, SENT_AT + WINDOW)).toEqual(tooLate);
			expect(decide(none, { attempts: 9 })).toEqual({ to: 'sending' });
			expect(decide(none, { attempts: 10 })).toEqual({ to: 'needs-review', refusal: 'too-many-attempts' });
		});
	});
});

test('the dedupe window counts from the first attempt', () => {
	const facts = order({ lastSentAtMs: SENT_AT + 50 });
	expect(mayRepeat(facts, { dedupeWindowMs: 100, nowMs: SENT_AT + 99 })).toBe(true);
	expect(mayRepeat(facts, { dedupeWindowMs: 100, nowMs: SENT_AT + 100 })).toBe(false);
});

test('an order that was never resent does not count as being resent', () => {
	expect(isResending(order({ resentAtMs: 0 }), at(1))).toBe(false);
	expect(isResending(order({ resentAtMs: 1 }), at(1))).toBe(true);
});

test.each([
	[{ robuxAmount: 50 }, true],
	[{ robuxAmount: 71 }, true],
	[{ robuxAmount: null, recipient: null }, true],
	[{ recipient: 'BUILDERMAN' }, true],
	[{ robuxAmount: 70 }, false],
	[{ robuxAmount: null, recipient: 'other' }, false],
	[{ robuxAmount: 70, recipient: null }, false],
])('an order that the vendor reports as %j is ours: %s', (facts, isOurs) => {
	expect(isSameOrder(vendorOrder(facts), order())).toBe(isOurs);
});

test('each step of a withdrawal has its own reference', () => {
	expect(['hold', 'paid', 'refund'].map((step) => reference('id', step as 'hold'))).toEqual([
		'withdrawal/id/hold',
		'withdrawal/id/paid',
		'withdrawal/id/refund',
	]);
});
