import { limits } from '../../test/fake-server.ts';
import { adviceFor } from './advice-notice.tsx';
import { mostNow } from './amount-choices.tsx';

const daily = { cap: 200, left: 150, resets_at: 1_000 };
const stock = { direct: 100, network: 9_000 };

test.each([
	['no obstacle', {}, 100, 500, undefined],
	['a missing amount', {}, undefined, 500, undefined],
	['an amount that waits for stock', {}, 101, 500, { kind: 'waits-for-stock' }],
	['an amount above the stock', { stock_policy: 'refuse' }, 101, 500, { kind: 'above-stock', direct: 100 }],
	['unknown stock', { stock: null, stock_policy: 'refuse' }, 101, 500, undefined],
	['an amount above both limits', {}, 151, 500, { kind: 'above-daily-limit', left: 150, resetsAtMs: 1_000 }],
	['an unverified address', { email_unverified: true }, 151, 500, { kind: 'email-unverified' }],
	['a negative balance, before all others', { email_unverified: true }, 5, -1, { kind: 'shown-above' }],
	['payouts off, before all others', { payouts_on: false, email_unverified: true }, 5, 5, { kind: 'shown-above' }],
] as const)('gives the advice for %s', (_what, changes, amount, balance, advice) => {
	expect(adviceFor({ ...limits, daily, stock, ...changes }, amount, balance)).toEqual(advice);
});

test.each([
	['the balance, in whole R$', {}, 120.75, 120],
	['the rest of the daily limit', {}, 500, 150],
	['the maximum', { daily: null }, 9_000, 1_500],
	['the stock, if more is refused', { stock_policy: 'refuse' }, 500, 100],
	['nothing, below the minimum', {}, 4.99, 0],
	['nothing, with a negative balance', {}, -3, 0],
] as const)('the user can withdraw %s', (_what, changes, balance, most) => {
	expect(mostNow({ ...limits, daily, stock, ...changes }, balance, 5)).toBe(most);
});
