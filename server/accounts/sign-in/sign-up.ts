import { authEndpoints, emailAddress, personName } from '../../../contract/accounts/auth.ts';
import { type BirthDate, parseBirthDate } from '../../../contract/accounts/birth-date.ts';
import type { AuthErrorSlug } from '../../../contract/errors.ts';
import { type Refusal, refusal } from '../../../contract/refusals.ts';
import { isOldEnough } from '../age/age.ts';

const { body } = authEndpoints['POST /auth/sign-up/email'];

export function isEmail(text: unknown): text is string {
	return emailAddress.safeParse(text).success;
}

export type SignUpProblem = { slug: AuthErrorSlug; refusal?: Refusal };

/** better-auth checks the password's length and whether the address is free. */
export function checkSignUp(sent: unknown, nowMs: number): { birth: BirthDate } | { problem: SignUpProblem } {
	const form = body.partial().safeParse(sent);
	if (!form.success) return { problem: { slug: 'invalid-argument' } };
	if (!isEmail(form.data.email)) return { problem: { slug: 'invalid-email' } };
	if (typeof form.data.password !== 'string' || form.data.password === '') {
		return { problem: { slug: 'missing-password' } };
	}
	if (!personName.safeParse(form.data.name).success) {
		return { problem: { slug: 'invalid-argument', refusal: refusal('name-required') } };
	}
	const birth = parseBirthDate(form.data.birthDate);
	if (!birth || Date.UTC(birth.year, birth.month - 1, birth.day) > nowMs) return { problem: { slug: 'age-required' } };
	if (!isOldEnough(birth, nowMs)) return { problem: { slug: 'too-young' } };
	return { birth };
}
