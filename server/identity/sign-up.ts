import { z } from 'zod';
import { type BirthDate, parseBirthDate } from '../../contract/birth-date.ts';
import type { AuthErrorSlug } from '../../contract/errors.ts';
import { type Refusal, refusal } from '../../contract/refusals.ts';
import { isOldEnough } from './age.ts';

/** Longer ones exist on paper only, and every index would carry them. Source: RFC 5321, a path of 256 with its brackets. */
const EMAIL_LENGTH_MAX = 254;
const NAME_LENGTH_MAX = 100;

const email = z.email().max(EMAIL_LENGTH_MAX);
// Control characters have no place in a name, and PostgreSQL refuses NUL.
const name = z
	.string()
	.trim()
	.min(1)
	.max(NAME_LENGTH_MAX)
	.regex(/^\P{Cc}+$/u);
const fields = z.strictObject({
	email: z.unknown().optional(),
	password: z.unknown().optional(),
	name: z.unknown().optional(),
	birthDate: z.unknown().optional(),
	rememberMe: z.boolean().optional(),
});

/** Whether a text has the form of an address, and a length that one can have. */
export function isEmail(text: unknown): text is string {
	return email.safeParse(text).success;
}

export type SignUpProblem = { slug: AuthErrorSlug; refusal?: Refusal };

/**
 * The form's rules, apart from the password's length and whether the address is taken, which better-auth checks.
 * Anything but the form's own fields is refused: a role or a birth year cannot be smuggled in.
 */
export function checkSignUp(body: unknown, nowMs: number): { birth: BirthDate } | { problem: SignUpProblem } {
	const form = fields.safeParse(body);
	if (!form.success) return { problem: { slug: 'invalid-argument' } };
	if (!isEmail(form.data.email)) return { problem: { slug: 'invalid-email' } };
	if (typeof form.data.password !== 'string' || form.data.password === '') {
		return { problem: { slug: 'missing-password' } };
	}
	if (!name.safeParse(form.data.name).success) {
		return { problem: { slug: 'invalid-argument', refusal: refusal('name-required') } };
	}
	const birth = parseBirthDate(form.data.birthDate);
	if (!birth || Date.UTC(birth.year, birth.month - 1, birth.day) > nowMs) return { problem: { slug: 'age-required' } };
	if (!isOldEnough(birth, nowMs)) return { problem: { slug: 'too-young' } };
	return { birth };
}
