import { parseBirthDate } from '../../../contract/accounts/birth-date.ts';

import { m } from '../../texts/messages.js';
export type TypedBirthDate = { day?: string; month?: string; year?: string };

/** @returns `YYYY-MM-DD` or an error, which never reveals the minimum age. */
export function readBirthDate(
	{ day = '', month = '', year = '' }: TypedBirthDate,
	nowMs: number,
): { birthDate: string; problem?: undefined } | { birthDate?: undefined; problem: string } {
	const parts = [year, month, day].map((part) => part.trim());
	if (parts.includes('')) return { problem: m.refusal_auth_age_required() };
	if (/^\d{1,3}$/.test(parts[0] ?? '')) return { problem: m.identity_birth_year_incomplete() };
	const birthDate = parts.map((part) => part.padStart(2, '0')).join('-');
	const birth = parseBirthDate(birthDate);
	const lies = birth && Date.UTC(birth.year, birth.month - 1, birth.day) > nowMs;
	return birth && !lies ? { birthDate } : { problem: m.identity_birth_date_invalid() };
}
