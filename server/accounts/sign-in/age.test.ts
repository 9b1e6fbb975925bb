import { isOldEnough } from './age.ts';

const birth = { year: 2010, month: 3, day: 1 };

// spec: 9.age
test('a child is old enough from the 13th birthday in UTC, or from 1 March of a common year', () => {
	expect(isOldEnough(birth, Date.UTC(2023, 2, 1) - 1)).toBe(false);
	expect(isOldEnough(birth, Date.UTC(2023, 2, 1))).toBe(true);
	expect(isOldEnough({ year: 2012, month: 2, day: 29 }, Date.UTC(2025, 2, 1) - 1)).toBe(false);
	expect(isOldEnough({ year: 2012, month: 2, day: 29 }, Date.UTC(2025, 2, 1))).toBe(true);
});
