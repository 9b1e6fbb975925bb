import {
	amountForPassPrice,
	asRobuxCents,
	formatRobux,
	parseDecimal,
	requiredPassPrice,
	robuxFromWire,
	robuxToWire,
} from './money.ts';

// spec: 9.tax
describe('the required pass price', () => {
	// spec: 1.tax
	test('equals round(amount / 0.7) for every withdrawable amount in cents', () => {
		for (let cents = 500; cents <= 150_000; cents += 1) {
			// Exact quotient, rounded half up, in integers.
			const exact = (BigInt(cents) * 2n + 70n) / 140n;
			expect(BigInt(requiredPassPrice(asRobuxCents(cents)))).toBe(exact);
		}
	});

	test.each([
		[5, 7],
		[10, 14],
		[50, 71],
		[500, 714],
		[1500, 2143],
	])('the pass price for R$ %i is %i', (amount, price) => {
		expect(requiredPassPrice(asRobuxCents(amount * 100))).toBe(price);
		expect(Math.round(amount / 0.7)).toBe(price);
	});
});

describe('R$ on the wire', () => {
	test('an amount is unchanged after conversion to a response and back', () => {
		for (const cents of [0, 1, 10, 99, 100, 1234, -1234, 99_999_999_999]) {
			expect(robuxFromWire(robuxToWire(asRobuxCents(cents)))).toBe(cents);
		}
	});

	test.each([Number.NaN, Number.POSITIVE_INFINITY, 1.234, 1e21, 1e-7])('%d is rejected', (amount) => {
		expect(robuxFromWire(amount)).toBeUndefined();
	});
});

test('formatRobux writes two decimals', () => {
	expect([0, 5, 50, 1234, -7].map((cents) => formatRobux(asRobuxCents(cents)))).toEqual([
		'0.00',
		'0.05',
		'0.50',
		'12.34',
		'-0.07',
	]);
});

describe("a partner's decimal", () => {
	test.each([
		['0.5000', 2, 50],
		['100', 2, 10_000],
		['100.129', 2, 10_012],
		['-1.5', 2, -150],
		['0.29', 2, 29],
		['1.15', 2, 115],
		['-0.001', 2, 0],
		['0.0030000000000000005', 6, 3_000],
		['0.000012345678901234567', 6, 12],
	])('%s is parsed exactly and rounded toward zero', (text, decimals, expected) => {
		expect(parseDecimal(text, decimals)).toBe(expected);
	});

	test.each(['', ' 1', '1 ', '+1', '1e3', 'NaN', 'Infinity', '0x10', '1,5', '.5', '5.', '1.2.3', '9'.repeat(13), '٣'])(
		'%j is rejected',
		(text) => expect(parseDecimal(text, 2)).toBeUndefined(),
	);
});

test('amountForPassPrice inverts requiredPassPrice and is undefined for a price without a whole amount', () => {
	for (let amount = 5; amount <= 1_500; amount += 1) {
		expect(amountForPassPrice(requiredPassPrice(asRobuxCents(amount * 100)))).toBe(amount);
	}
	expect([amountForPassPrice(70), amountForPassPrice(72), amountForPassPrice(0)]).toEqual([49, undefined, 0]);
});
