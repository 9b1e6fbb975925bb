import type { BirthDate } from '../../../contract/accounts/birth-date.ts';
import { AGE_MIN_YEARS } from '../../../contract/limits.ts';

export function isOldEnough(birth: BirthDate, nowMs: number): boolean {
	return Date.UTC(birth.year + AGE_MIN_YEARS, birth.month - 1, birth.day) <= nowMs;
}
