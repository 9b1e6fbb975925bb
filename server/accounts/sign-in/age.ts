import type { BirthDate } from '../../../contract/accounts/birth-date.ts';
import { AGE_MIN_YEARS } from '../../../contract/limits.ts';

/** Whether somebody has reached the age, by the calendar in UTC. A day that lies ahead is no birthday. */
export function isOldEnough(birth: BirthDate, nowMs: number): boolean {
	return Date.UTC(birth.year + AGE_MIN_YEARS, birth.month - 1, birth.day) <= nowMs;
}
