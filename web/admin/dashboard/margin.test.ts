import { addUpMargin } from './business-page.tsx';

const day = { day: '2026-01-01', earned: 60, credited: 9000, reversed: 0, boosted: 200, paidOut: 5000, lost: 30 };
const cohort = { month: '2026-01', users: 40, earners: 30, paid: 10, paidIn30Days: 5 };
const business = { days: [day, day], walls: [], cohorts: [cohort, cohort], countedAt: 0, costOfThousand: 4.5 };

test('the margin is what the walls earned minus the cost of the R$ paid out', () => {
	expect(addUpMargin(business)).toEqual({
		earned: 120,
		paidOut: 10_000,
		boosted: 400,
		boostCost: 1.8,
		lost: 60,
		cost: 45,
		left: 75,
		rate: 0.625,
		earnedPerThousand: 12,
		conversion: 0.25,
	});
});

test('unknown margin figures are null', () => {
	expect(addUpMargin({ ...business, costOfThousand: null })).toMatchObject({
		cost: null,
		boostCost: null,
		left: null,
		rate: null,
	});
	expect(addUpMargin({ ...business, days: [], cohorts: [] })).toMatchObject({
		rate: null,
		earnedPerThousand: null,
		conversion: null,
	});
});
