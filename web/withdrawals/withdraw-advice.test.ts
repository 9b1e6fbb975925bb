import { expect, test } from 'vitest';
import type { WithdrawLimits } from '../../contract/withdrawals/withdrawals.ts';
import { adviceFor } from './withdraw-advice.ts';

const limits: WithdrawLimits = {
	balance: 500,
	paused_reason: null,
	email_unverified: false,
	country_served: true,
	open_order_id: null,
	payouts_on: true,
	daily: { cap: 200, left: 150, resets_at: 1_000 },
	stock: { direct: 100, network: 9_000 },
	stock_policy: 'queue',
};

test.each([
	['nothing, while everything is well', {}, 100, 500, undefined],
	['nothing about an amount that is not there yet', {}, undefined, 500, undefined],
	['that it will wait for stock', {}, 101, 500, { kind: 'waits-for-stock' }],
	['that stock does not suffice', { stock_policy: 'refuse' }, 101, 500, { kind: 'above-stock', direct: 100 }],
	['nothing about stock that is not known', { stock: null, stock_policy: 'refuse' }, 101, 500, undefined],
	['the daily limit before the stock', {}, 151, 500, { kind: 'above-daily-limit', left: 150, resetsAtMs: 1_000 }],
	['a balance below zero', {}, 5, -1, { kind: 'balance-below-zero' }],
	['an unverified address before the balance', { email_unverified: true }, 5, -1, { kind: 'email-unverified' }],
	['the switch before all', { payouts_on: false, email_unverified: true }, 5, -1, { kind: 'payouts-off' }],
] as const)('gives the advice for %s', (_what, changes, amount, balance, advice) => {
	expect(adviceFor({ ...limits, ...changes }, amount, balance)).toEqual(advice);
});
