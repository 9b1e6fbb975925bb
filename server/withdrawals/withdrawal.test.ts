import { DAY_MS } from '../../contract/durations.ts';
import { found, orderFacts as order, SENT_AT, vendorOrder } from '../../test/payouts/vendor-orders.ts';
import type { CreateAnswer, InfoAnswer, NotNowReason } from './vendors/vendor.ts';
import {
	canFollow,
	decideAfterCreate,
	decideAfterInfo,
	isClosed,
	isResending,
	isSameOrder,
	mayRepeat,
	type WithdrawalFacts,
	type WithdrawalState,
	wireStatus,
} from './withdrawal.ts';

const times = { reconcileMinMs: 5_000, reconcileMaxMs: 300_000, settleMs: 35_000 };
const WINDOW = DAY_MS;
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

test('a state without a next state is closed', () => expect(states.filter(isClosed)).toEqual(['completed', 'failed']));

test('a state is reported as one of four statuses', () => {
	expect(states.map(wireStatus)).toEqual(['Pending', 'Processing', 'Processing', 'Processing', 'Completed', 'Failed']);
});

const acknowledged = { acknowledged: true };
const open = { to: 'unknown', checkAfterMs: 5_000 };
const unsent = { to: 'unknown', uncounted: true };
const unclear = { kind: 'unclear', problem: 'x' } as const;
const refused = { kind: 'refused', reason: 'pass-not-found' } as const;
const turnedDown = { kind: 'turned-down', reason: 'BAD_AMOUNT' } as const;
const notNow = (reason: NotNowReason, retryAfterMs?: number) => ({ kind: 'not-now', reason, retryAfterMs }) as const;
const limited = (retryAfterMs?: number) => notNow('rate-limited', retryAfterMs);
const returned = (waitMs: number) => ({ to: 'requested', waitMs, uncounted: true });

describe("the vendor's answer to a new order", () => {
	const decide = (answer: CreateAnswer, facts: Partial<WithdrawalFacts> = {}) =>
		decideAfterCreate(answer, order({ state: 'sending', ...facts }), times);

	test.each<[string, CreateAnswer, Partial<WithdrawalFacts>, object]>([
		['an accepted order is queried', { kind: 'taken', status: 'Pending' }, {}, { ...open, ...acknowledged }],
		['an existing order is queried', { kind: 'exists' }, {}, { ...open, ...acknowledged }],
		['the first refusal is final', refused, {}, { to: 'failed', refusal: 'pass-not-found' }],
		['a later refusal is stored', refused, { attempts: 2 }, { ...open, refusal: 'pass-not-found' }],
		['an undocumented refusal is not believed', turnedDown, { attempts: 1 }, open],
		['an undocumented refusal is not believed twice', turnedDown, { attempts: 2 }, open],
		['the third undocumented refusal is stored', turnedDown, { attempts: 3 }, { ...open, refusal: 'BAD_AMOUNT' }],
		['the fourth undocumented refusal is stored', turnedDown, { attempts: 4 }, { ...open, refusal: 'BAD_AMOUNT' }],
		['an unclear order is queried', unclear, {}, open],
		['it waits as the vendor asks', { ...unclear, retryAfterMs: 90_000 }, {}, { ...open, checkAfterMs: 90_000 }],
		['a rate limit does not count', limited(), {}, returned(60_000)],
		['a refused key does not count', notNow('key-refused'), {}, returned(30_000)],
		['an empty account does not count', notNow('vendor-balance-too-low'), {}, returned(30_000)],
		['an unsent attempt does not count', notNow('not-reached'), {}, returned(5_000)],
		['the first may have succeeded', limited(), { attempts: 2 }, { ...unsent, checkAfterMs: 60_000 }],
		['the longer wait counts', limited(2_000), { attempts: 2, asks: 2 }, { ...unsent, checkAfterMs: 20_000 }],
	])('an answer to a new order decides its next state: %s, %j', (_, answer, facts, outcome) =>
		expect(decide(answer, facts)).toEqual(outcome),
	);

	test('sets the wait by its retry-after, from a second to a day', () => {
		const waits = [7_000, 0, 1_000, 999, DAY_MS, DAY_MS + 1].map((ms) => decide(limited(ms)));
		expect(waits).toEqual([7_000, 1_000, 1_000, 1_000, DAY_MS, DAY_MS].map(returned));
	});

	test('doubles the wait before each further status query, up to five minutes', () => {
		const waitAfter = (asks: number) => (decide({ kind: 'exists' }, { asks }) as { checkAfterMs: number }).checkAfterMs;
		const waits = [5_000, 10_000, 20_000, 160_000, 300_000, 300_000, 300_000];
		expect([0, 1, 2, 5, 6, 7, 5_000].map(waitAfter)).toEqual(waits);
	});
});

const review = (refusal: string) => ({ to: 'needs-review', refusal });
const none = { kind: 'no-such-order' } as const;
const inReview = { state: 'needs-review' } as const;
const shown = { isAcknowledged: true };
const MONTH_MS = 30 * DAY_MS;
const failed = found({ outcome: 'failed', status: 'Error', reason: 'gone' });
const unfunded = found({ outcome: 'unfunded' });
const emptied = { ...review('vendor-balance-too-low'), ...acknowledged };
const differs = { ...review('vendor-order-differs'), ...acknowledged };

test.each<[string, InfoAnswer, Partial<WithdrawalFacts>, number, object]>([
	['an unclear answer changes nothing', unclear, { asks: 1 }, SETTLED, { ...open, checkAfterMs: 10_000 }],
	['it waits as the vendor asks', { ...unclear, retryAfterMs: 9e4 }, {}, SETTLED, { ...open, checkAfterMs: 9e4 }],
	['an unclear answer leaves the review', unclear, inReview, SETTLED, review('unclear')],
	['a review keeps its cause', unclear, { ...inReview, refusal: 'too-many' }, SETTLED, review('too-many')],
	['unclear for less than a day', unclear, {}, SENT_AT + DAY_MS - 1, open],
	['unclear for a day', unclear, {}, SENT_AT + DAY_MS, review('vendor-silent')],
	['a shown order is unclear for less than a month', unclear, shown, SENT_AT + MONTH_MS - 1, open],
	['a shown order is unclear for a month', unclear, shown, SENT_AT + MONTH_MS, review('vendor-silent')],
	['completed', found({ outcome: 'completed' }), {}, SETTLED, { to: 'completed' }],
	['completed in review', found({ outcome: 'completed' }), inReview, SETTLED, { to: 'completed' }],
	['open', found(), { asks: 1 }, SETTLED, { ...open, checkAfterMs: 10_000, ...acknowledged }],
	['failed with a reason', failed, {}, SETTLED, { to: 'failed', refusal: 'gone' }],
	['failed', found({ outcome: 'failed', status: 'Cancelled' }), {}, SETTLED, { to: 'failed', refusal: 'cancelled' }],
	['unfunded', unfunded, {}, SETTLED, emptied],
	['a failure during a retry', failed, { resentAtMs: SENT_AT }, SETTLED - 1, { ...open, ...acknowledged }],
	['a failure after a retry', failed, { resentAtMs: SENT_AT }, SETTLED, { to: 'failed', refusal: 'gone' }],
	['unfunded during a retry', unfunded, { resentAtMs: SENT_AT }, SETTLED - 1, { ...open, ...acknowledged }],
	['unfunded after a retry', unfunded, { resentAtMs: SENT_AT }, SETTLED, emptied],
	['another amount', found({ outcome: 'completed', robuxAmount: 49 }), {}, SETTLED, differs],
	['another name', found({ outcome: 'completed', recipient: 'other_player' }), {}, SETTLED, differs],
	['unknown while an attempt may be in flight', none, {}, SETTLED - 1, { ...open, checkAfterMs: 1 }],
	['unknown long before', none, {}, SENT_AT - 1_000_000, { ...open, checkAfterMs: 300_000 }],
	['unknown later', none, {}, SETTLED, { to: 'sending' }],
	['unknown in review', none, inReview, SETTLED, review('unclear')],
	['unknown but once shown', none, { ...shown, refusal: 'gone' }, SETTLED, review('vendor-lost-the-order')],
	['unknown after a refusal', none, { refusal: 'gone', attempts: 2 }, SETTLED, { to: 'failed', refusal: 'gone' }],
	['unknown within the dedupe window', none, {}, SENT_AT + WINDOW - 1, { to: 'sending' }],
	['unknown after the dedupe window', none, {}, SENT_AT + WINDOW, review('dedupe-window-over')],
	['unknown after nine attempts', none, { attempts: 9 }, SETTLED, { to: 'sending' }],
	['unknown after ten attempts', none, { attempts: 10 }, SETTLED, review('too-many-attempts')],
])("the vendor's answer to a status query decides the order: %s", (_, answer, facts, nowMs, decision) => {
	expect(decideAfterInfo(answer, order(facts), at(nowMs))).toEqual(decision);
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
