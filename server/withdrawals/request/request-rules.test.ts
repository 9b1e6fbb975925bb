import { describe, expect, test } from 'vitest';
import type { CallError } from '../../../contract/errors.ts';
import { asRobuxCents } from '../../../contract/money.ts';
import { reasonMessageOf, refusal } from '../../../contract/refusals.ts';
import {
	dayCapOf,
	dayEndsAtMs,
	dayStartsAtMs,
	findReplay,
	requireBalance,
	requireBelowDailyCap,
	requireGoodAccountStatus,
	requireStock,
	type WithdrawalRules,
} from './request-rules.ts';
import type { EarlierRequest, RequestFacts } from './store-request.ts';

const words = { currencySign: 'R$', legalContact: 'help@test.example' };
const rules: WithdrawalRules = {
	requireVerifiedEmail: false,
	dailyCap: undefined,
	stockPolicy: 'queue',
	reviewMs: 0,
	proofFrom: undefined,
};
const amount = asRobuxCents(5_000);
const request = { robloxUsername: 'Player', placeId: 7, amount, requestId: 'r' };

function facts(changed: Partial<RequestFacts> = {}): RequestFacts {
	return {
		banReason: null,
		pausedReason: null,
		robloxUsername: 'player',
		platformUserId: 42,
		isGameAccountProven: false,
		balance: amount,
		openOrderId: null,
		earlier: null,
		requestedToday: asRobuxCents(0),
		arePayoutsOn: true,
		personDayCap: null,
		...changed,
	};
}

function refusedBy(rule: () => unknown): unknown {
	try {
		rule();
	} catch (error) {
		const { code, message, details } = error as CallError;
		return { code, message, ...(details as object) };
	}
	return undefined;
}

const standing = (changed: Partial<RequestFacts>) => refusedBy(() => requireGoodAccountStatus(facts(changed), words));

test('the account status must be neither banned nor paused, and a ban is reported first', () => {
	const banned = {
		code: 'permission-denied',
		...refusal('banned', { why: reasonMessageOf('cheating'), contact: words.legalContact }),
	};
	expect(standing({})).toBe(undefined);
	expect(standing({ banReason: 'cheating' })).toEqual(banned);
	expect(standing({ banReason: 'cheating', pausedReason: 'x' })).toEqual(banned);
	expect(standing({ pausedReason: 'x' })).toEqual({
		code: 'permission-denied',
		...refusal('paused', { why: reasonMessageOf('x'), contact: words.legalContact }),
	});
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

	test('repeated with the same request returns the earlier order, and with another one is refused', () => {
		expect(findReplay(facts(), request)).toBe(undefined);
		expect(replay({})).toEqual(earlier);
		const reused = { code: 'already-exists', ...refusal('request-id-reused') };
		const others = [
			{ amount: asRobuxCents(4_999) },
			{ placeId: 8 },
			{ robloxUsername: 'other' },
			{ robloxUsername: null },
		];
		for (const other of others) expect(refusedBy(() => replay(other))).toEqual(reused);
	});
});

test('the balance must cover the whole amount to the last cent', () => {
	const withBalance = (cents: number) =>
		refusedBy(() => requireBalance({ balance: asRobuxCents(cents) }, amount, words)) as CallError | undefined;
	expect(withBalance(5_000)).toBe(undefined);
	expect(withBalance(4_999)).toEqual({
		code: 'out-of-range',
		...refusal('balance-too-small', { balance: 49.99, currency: 'R$' }),
	});
	expect(withBalance(0)).toMatchObject(refusal('balance-too-small', { balance: 0, currency: 'R$' }));
	expect(withBalance(-1)).toMatchObject(refusal('balance-below-zero', { balance: -0.01, currency: 'R$' }));
});

test('only R$ that the vendor can pay at once count as stock', () => {
	expect(refusedBy(() => requireStock(undefined, amount))).toBe(undefined);
	expect(refusedBy(() => requireStock({ direct: 50, network: 0 }, amount))).toBe(undefined);
	expect(refusedBy(() => requireStock({ direct: 49, network: 1_000 }, amount))).toEqual({
		code: 'resource-exhausted',
		...refusal('out-of-stock'),
		retryAfter: 300,
	});
});

describe('the daily cap', () => {
	const noon = Date.UTC(2027, 0, 1, 12);
	const dailyCap = asRobuxCents(10_000);
	const ask = (requestedToday: number, nowMs = noon) =>
		refusedBy(() =>
			requireBelowDailyCap(
				facts({ requestedToday: asRobuxCents(requestedToday) }),
				{ amount, nowMs },
				{ ...rules, dailyCap },
				words,
			),
		);

	test('applies to a UTC day', () => {
		expect(dayStartsAtMs(noon)).toBe(Date.UTC(2027, 0, 1));
		expect(dayStartsAtMs(Date.UTC(2027, 0, 1))).toBe(Date.UTC(2027, 0, 1));
		expect(dayEndsAtMs(noon)).toBe(Date.UTC(2027, 0, 2));
	});

	test('counts requested amounts, and reports the rest and when it resets', () => {
		expect(ask(5_000)).toBe(undefined);
		expect(ask(5_001)).toEqual({
			code: 'resource-exhausted',
			...refusal('above-daily-cap', { left: 49.99, currency: 'R$' }),
			retryAfter: 12 * 3_600,
		});
		expect(ask(10_000)).toMatchObject({ ...refusal('daily-cap-reached') });
		expect(ask(10_001)).toMatchObject({ ...refusal('daily-cap-reached') });
		expect(ask(10_000, noon + 1)).toMatchObject({ retryAfter: 12 * 3_600 });
	});

	test('the daily cap is not checked if no cap is set', () => {
		expect(dayCapOf(facts(), rules)).toBe(undefined);
		expect(refusedBy(() => requireBelowDailyCap(facts(), { amount, nowMs: noon }, rules, words))).toBe(undefined);
	});

	test('comes from the database unless the settings define it', () => {
		const requested = facts({ personDayCap: asRobuxCents(8_000), requestedToday: asRobuxCents(3_001) });
		expect(dayCapOf(requested, rules)).toEqual({ cap: 8_000, left: 4_999 });
		expect(refusedBy(() => requireBelowDailyCap(requested, { amount, nowMs: noon }, rules, words))).toMatchObject({
			code: 'resource-exhausted',
		});
		expect(dayCapOf(requested, { ...rules, dailyCap: asRobuxCents(20_000) })).toEqual({ cap: 20_000, left: 16_999 });
	});
});
