import { describe, expect, test } from 'vitest';
import type { CallError } from '../../contract/errors.ts';
import { asRobuxCents } from '../../contract/money.ts';
import { refusals } from '../../contract/refusals.ts';
import {
	dayEndsAtMs,
	dayStartsAtMs,
	findReplay,
	leftToday,
	requireBalance,
	requireBelowDailyCap,
	requireGoodStanding,
	requireNoOpenOrder,
	requireOwnAccount,
	requirePayoutsOn,
	requireStock,
	type WithdrawalRules,
} from './request-rules.ts';
import type { EarlierRequest, RequestFacts } from './store-request.ts';

const words = { currencySign: 'R$', legalContact: 'help@test.example' };
const rules: WithdrawalRules = { requireVerifiedEmail: false, dailyCap: undefined, stockPolicy: 'queue' };
const amount = asRobuxCents(5_000);
const request = { robloxUsername: 'Player', placeId: 7, amount, requestId: 'r' };

function facts(changed: Partial<RequestFacts> = {}): RequestFacts {
	return {
		banReason: null,
		pausedReason: null,
		robloxUsername: 'player',
		platformUserId: 42,
		balance: amount,
		openOrderId: null,
		earlier: null,
		requestedToday: asRobuxCents(0),
		arePayoutsOn: true,
		...changed,
	};
}

/** @returns what a rule refuses with, undefined when it does not. */
function refusal(rule: () => unknown): unknown {
	try {
		rule();
	} catch (error) {
		const { code, message, details } = error as CallError;
		return { code, message, ...(details === undefined ? {} : { details }) };
	}
	return undefined;
}

describe('good standing', () => {
	const standing = (changed: Partial<RequestFacts>) => refusal(() => requireGoodStanding(facts(changed), words));

	test('is neither banned nor paused, and a ban is told first', () => {
		const banned = {
			code: 'permission-denied',
			message: refusals.banned('cheating', words.legalContact),
			details: { reason: 'banned' },
		};
		expect(standing({})).toBe(undefined);
		expect(standing({ banReason: 'cheating' })).toEqual(banned);
		expect(standing({ banReason: 'cheating', pausedReason: 'x' })).toEqual(banned);
		expect(standing({ pausedReason: 'x' })).toEqual({
			code: 'permission-denied',
			message: refusals.withdrawalsPaused('x', words.legalContact),
			details: { reason: 'paused' },
		});
	});
});

describe('the game account', () => {
	const notYours = { code: 'permission-denied', message: refusals.notYourUsername };

	test('is the linked one, by its id, whatever the case of its name', () => {
		expect(requireOwnAccount(facts(), request)).toEqual({ robloxUsername: 'player', platformUserId: 42 });
	});

	test.each([{ robloxUsername: null }, { platformUserId: null }, { robloxUsername: 'player2' }])('is not %j', (other) =>
		expect(refusal(() => requireOwnAccount(facts(other), request))).toEqual(notYours),
	);
});

describe('a request id', () => {
	const earlier: EarlierRequest = {
		id: 'w',
		orderId: 'W-1',
		amount,
		price: 71,
		placeId: 7,
		robloxUsername: 'player',
	};
	const replay = (changed: Partial<EarlierRequest>) =>
		findReplay(facts({ earlier: { ...earlier, ...changed } }), request);

	test('of before answers the same request alone', () => {
		expect(findReplay(facts(), request)).toBe(undefined);
		expect(replay({})).toEqual(earlier);
		const reused = { code: 'already-exists', message: refusals.requestIdReused };
		const others = [
			{ amount: asRobuxCents(4_999) },
			{ placeId: 8 },
			{ robloxUsername: 'other' },
			{ robloxUsername: null },
		];
		for (const other of others) expect(refusal(() => replay(other))).toEqual(reused);
	});
});

test('one order may be open', () => {
	expect(refusal(() => requireNoOpenOrder(facts()))).toBe(undefined);
	expect(refusal(() => requireNoOpenOrder(facts({ openOrderId: 'W-1' })))).toEqual({
		code: 'aborted',
		message: refusals.orderAlreadyOpen('W-1'),
	});
});

test('the balance covers the whole amount, to the last hundredth', () => {
	const withBalance = (cents: number) =>
		refusal(() => requireBalance({ balance: asRobuxCents(cents) }, amount, words)) as CallError | undefined;
	expect(withBalance(5_000)).toBe(undefined);
	expect(withBalance(4_999)).toEqual({ code: 'out-of-range', message: refusals.balanceTooSmall('49.99 R$') });
	expect(withBalance(0)?.message).toBe(refusals.balanceTooSmall('0.00 R$'));
	expect(withBalance(-1)?.message).toBe(refusals.balanceBelowZero('-0.01 R$'));
});

test('the stock that can be paid at once is what counts', () => {
	expect(refusal(() => requireStock(undefined, amount))).toBe(undefined);
	expect(refusal(() => requireStock({ direct: 50, network: 0 }, amount))).toBe(undefined);
	expect(refusal(() => requireStock({ direct: 49, network: 1_000 }, amount))).toEqual({
		code: 'resource-exhausted',
		message: refusals.outOfStock,
		details: { retryAfter: 300 },
	});
});

describe('the cap of a day', () => {
	const noon = Date.UTC(2027, 0, 1, 12);
	const dailyCap = asRobuxCents(10_000);
	const ask = (requestedToday: number, nowMs = noon) =>
		refusal(() =>
			requireBelowDailyCap(
				facts({ requestedToday: asRobuxCents(requestedToday) }),
				{ amount, nowMs },
				{ ...rules, dailyCap },
				words,
			),
		);

	test('is of a day in UTC', () => {
		expect(dayStartsAtMs(noon)).toBe(Date.UTC(2027, 0, 1));
		expect(dayStartsAtMs(Date.UTC(2027, 0, 1))).toBe(Date.UTC(2027, 0, 1));
		expect(dayEndsAtMs(noon)).toBe(Date.UTC(2027, 0, 2));
	});

	test('counts what was asked for, and says what is left until when', () => {
		expect(ask(5_000)).toBe(undefined);
		expect(ask(5_001)).toEqual({
			code: 'resource-exhausted',
			message: refusals.aboveDailyCap('49.99 R$'),
			details: { retryAfter: 12 * 3_600 },
		});
		expect(ask(10_000)).toMatchObject({ message: refusals.dailyCapReached });
		expect(ask(10_001)).toMatchObject({ message: refusals.dailyCapReached });
		// Rounded up: a second too early would be refused again.
		expect(ask(10_000, noon + 1)).toMatchObject({ details: { retryAfter: 12 * 3_600 } });
	});

	test('where there is none, nothing is counted', () => {
		expect(leftToday(facts(), rules)).toBe(undefined);
		expect(refusal(() => requireBelowDailyCap(facts(), { amount, nowMs: noon }, rules, words))).toBe(undefined);
	});
});

test('payouts that are switched off are told', () => {
	expect(refusal(() => requirePayoutsOn(facts()))).toBe(undefined);
	expect(refusal(() => requirePayoutsOn(facts({ arePayoutsOn: false })))).toEqual({
		code: 'unavailable',
		message: refusals.payoutsOff,
	});
});
