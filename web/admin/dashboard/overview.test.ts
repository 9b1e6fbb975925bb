import { changeOf, compare } from './key-figures.tsx';

const day = (earned: number, paidOut: number) => ({
	...{ day: '', earned, paidOut },
	...{ credited: 0, reversed: 0, lost: 0, boosted: 0 },
});
const cohort = (month: string, users: number, paidIn30Days: number) => ({
	...{ month, users, paidIn30Days },
	...{ earners: 0, paid: 0 },
});
const business = {
	days: [day(10, 0), day(20, 1_000), day(30, 0), day(60, 2_000)],
	walls: [],
	costOfThousand: 5,
	cohorts: [cohort('2026-07', 10, 1), cohort('2026-08', 0, 0), cohort('2026-09', 10, 2), cohort('2026-10', 10, 9)],
	countedAt: null,
};
const visits = [1, 3, 4, 8].map((count) => ({ day: '', count }));
const now = Date.UTC(2026, 10, 23);

test('a period is compared with the previous period', () => {
	const overview = compare(business, visits, now);
	expect(overview.earned).toEqual({ now: 90, before: 30, series: [30, 60] });
	expect(overview.margin).toEqual({ now: 80, before: 25, series: [30, 50] });
	expect(overview.paidOut).toEqual({ now: 2_000, before: 1_000, series: [0, 2_000] });
	expect(overview.active).toEqual({ now: 6, before: 2, series: [4, 8] });
	expect(changeOf(overview.earned)).toBe(2);
});

test('conversion covers the last month whose 30 days are over for all its users', () => {
	expect(compare(business, visits, now)).toMatchObject({
		conversion: { now: 0.2, before: 0.1, series: [0.1, 0.2] },
		conversionMonth: '2026-09',
	});
	expect(compare(business, visits, Date.UTC(2026, 10, 30) - 1).conversionMonth).toBe('2026-09');
	expect(compare(business, visits, Date.UTC(2026, 11, 1)).conversionMonth).toBe('2026-10');
});

test('unknown overview figures are null and their change is undefined', () => {
	const overview = compare({ ...business, costOfThousand: null, cohorts: [] }, [], now);
	expect(overview.margin.now).toBeNull();
	expect(overview.conversion.now).toBeNull();
	expect(changeOf(overview.margin)).toBeUndefined();
	expect(changeOf({ now: 5, before: 0, series: [] })).toBeUndefined();
	expect(changeOf({ now: 5, before: -5, series: [] })).toBeUndefined();
});
