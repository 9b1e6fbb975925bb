import fc from 'fast-check';
import { niceScale } from './nice-scale.ts';

test('an axis has a few round marks', () => {
	expect(niceScale([3, 97]).marks).toEqual([0, 25, 50, 75, 100]);
	expect(niceScale([0]).marks).toEqual([0, 0.25]);
	expect(niceScale([1], { isCount: true }).marks).toEqual([0, 1]);
	expect(niceScale([-40, 100]).marks).toEqual([-50, 0, 50, 100]);
});

test('an axis contains all values and zero, for any values', () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: -1e11, max: 1e11 })), (hundredths) => {
			const values = hundredths.map((value) => value / 100);
			const { min, max, marks } = niceScale(values);
			expect(min).toBeLessThanOrEqual(Math.min(0, ...values) * (1 - 1e-12));
			expect(max).toBeGreaterThanOrEqual(Math.max(0, ...values) * (1 - 1e-12));
			expect(marks).toContain(0);
			expect(marks.length).toBeLessThan(9);
			expect(max).toBeGreaterThan(min);
		}),
	);
});
