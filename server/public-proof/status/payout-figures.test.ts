import { bandsOf, coarse, refundsOf, type Taken } from './payout-figures.ts';

const orders = (band: number, count: number): Taken[] =>
	Array.from({ length: count }, (_, n) => ({ band, seconds: n + 1, orders: 1 }));
const reported = (...taken: Taken[][]) =>
	bandsOf(taken.flat()).map(({ from, to, orders: count }) => `${from}-${to} ${count}`);

test('bands with ten or more orders stay separate', () => {
	const bands = reported(orders(0, 10), orders(1, 11), orders(2, 12), orders(3, 13));
	expect(bands).toEqual(['0-4999 10', '5000-19999 11', '20000-49999 12', '50000-150000 13']);
});

test.each([
	['the lowest', [9, 10, 10, 10], [19, 10, 10]],
	['one in the middle', [10, 9, 10, 10], [10, 19, 10]],
	['the highest', [10, 10, 10, 9], [10, 10, 19]],
	['several', [3, 3, 3, 3], [12]],
	['one that is empty', [10, 0, 10, 10], [10, 10, 10]],
	['all together', [2, 3, 3, 1], []],
])('bands of fewer than ten orders merge with their neighbours: %s', (_, counts, expected) => {
	const bands = bandsOf(counts.flatMap((count, band) => orders(band, count)));
	expect(bands.map((band) => band.orders)).toEqual(expected);
	for (const [n, { from }] of bands.entries()) expect(from).toBe(n === 0 ? '0' : String(Number(bands[n - 1]?.to) + 1));
	if (bands.length > 0) expect(bands.at(-1)?.to).toBe('150000');
});

test('bands report the median and the 95th percentile by nearest rank', () => {
	const figures = (taken: Taken[]) => bandsOf(taken).map(({ median_s, p95_s }) => [median_s, p95_s]);
	expect(figures(orders(0, 11))).toEqual([[6, 11]]);
	expect(figures(orders(0, 40))).toEqual([[20, 38]]);
	expect(figures([...orders(1, 20).reverse(), ...orders(0, 5)])).toEqual([[8, 19]]);
	expect(figures([{ band: 2, seconds: 61, orders: 99 }, ...orders(2, 1)])).toEqual([[61, 61]]);
});

test('seconds are rounded up to two significant digits', () => {
	const rounded = [0, 99, 101, 120, 3_601, 99_001].map((seconds) => coarse(seconds));
	expect(rounded).toEqual([0, 99, 110, 120, 3_700, 100_000]);
});

test.each([
	['documented reasons keep their name', { screening: 10, 'out-of-stock': 12 }, { 'out-of-stock': 12, screening: 10 }],
	['undocumented reasons count as other', { 'no such person as robin_42': 10 }, { other: 10 }],
	['rare reasons are other', { 'called-off': 4, screening: 6, 'out-of-stock': 10 }, { other: 10, 'out-of-stock': 10 }],
	['the rarest joins the rest', { 'called-off': 1, screening: 12, 'out-of-stock': 11 }, { other: 12, screening: 12 }],
	['too few refunds give no figures', { 'called-off': 4, screening: 5 }, {}],
	['no refunds give no figures', {}, {}],
])('refunds are grouped by reason: %s', (_, counts, expected) => {
	const reported = refundsOf(Object.entries(counts).map(([reason, count]) => ({ reason, count })));
	expect(Object.fromEntries(reported.map(({ reason, count }) => [reason, count]))).toEqual(expected);
	expect(reported.map(({ reason }) => reason)).toEqual(Object.keys(expected));
});

test('refunds are counted as other if the account was deleted', () => {
	expect(refundsOf([{ reason: undefined, count: 30 }])).toEqual([{ reason: 'other', count: 30 }]);
});
