import { limits } from '../../test/fake-server.ts';
import { adviceFor } from './advice-notice.tsx';

const daily = { cap: 200, left: 150, resets_at: 1_000 };
const stock = { direct: 100, network: 9_000 };

test.each([
	['no obstacle', {}, 100, 500, undefined],
	['a missing amount', {}, undefined, 500, undefined],
	['an amount that waits for stock', {}, 101, 500, { kind: 'waits-for-stock' }],
	['an amount above the stock', { stock_policy: 'refuse' }, 101, 500, { kind: 'above-stock', direct: 100 }],
	['unknown stock', { stock: null, stock_policy: 'refuse' }, 101, 500, undefined],
	[
		'an amount above the daily limit and the stock',
		{},
		151,
		500,
		{ kind: 'above-daily-limit', left: 150, resetsAtMs: 1_000 },
	],
	['an unverified address', { email_unverified: true }, 151, 500, { kind: 'email-unverified' }],
	['a negative balance, before all others', { email_unverified: true }, 5, -1, { kind: 'shown-above' }],
	[
		'payouts that are off, before all others',
		{ payouts_on: false, email_unverified: true },
		5,
		5,
		{ kind: 'shown-above' },
	],
] as const)('gives the advice for %s', (_what, changes, amount, balance, advice) => {
	expect(adviceFor({ ...limits, daily, stock, ...changes }, amount, balance)).toEqual(advice);
});
