import { createHmac } from 'node:crypto';
import { authEndpoints, emailAddress, personName } from '../../../contract/accounts/auth.ts';
import { type BirthDate, parseBirthDate } from '../../../contract/accounts/birth-date.ts';
import type { AuthErrorSlug } from '../../../contract/errors.ts';
import { type Refusal, refusal } from '../../../contract/refusals.ts';
import { type DbDeps, inTransaction } from '../../lib/db/database.ts';
import { visitorOf } from '../../lib/http/callers.ts';
import { isSameText } from '../../lib/secrets/same-text.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import { deleteAgelessAccount, findAccountById, setAge } from '../account-store.ts';
import { authError } from '../auth-error.ts';
import { readCookie } from '../sessions/session-cookie.ts';
import { deleteSessionsOf, hasMark, insertMark } from '../store.ts';
import { ensureUserRecord } from '../user-record/ensure-user-record.ts';
import { isOldEnough } from './age.ts';

export async function setAgeOf(
	deps: DbDeps,
	{ uid, birth, isChild }: { uid: string; birth: BirthDate; isChild: boolean },
): Promise<void> {
	await inTransaction(deps.db, async (tx) => {
		const isFirst = isChild ? await deleteAgelessAccount(tx, uid) : await setAge(tx, { uid, birthYear: birth.year });
		if (!isFirst) throw authError('operation-not-allowed');
		if (isChild) return deleteSessionsOf(tx, uid);
		const account = await findAccountById(tx, uid);
		if (account && !account.emailVerified) await orderMail(tx, { kind: 'verify-email', uid });
	});
	if (isChild) throw authError('too-young');
	await ensureUserRecord(deps, uid);
}

const REMEMBERED_MS = 3_600_000;

/** Remembers a refused child in a browser cookie, or for apps as a digest of email and IP. */
export function createAgeRefusal({ db, clock, authSecret }: DbDeps & { authSecret: string }) {
	const cookieValue = createHmac('sha256', authSecret).update('age refused').digest('base64url');

	function keyOf({ email, ip }: { email: string; ip: string }): string {
		const digest = createHmac('sha256', authSecret)
			.update(`${email.toLowerCase()}|${visitorOf(ip)}`)
			.digest('base64url');
		return `age-refused|${digest}`;
	}

	return {
		cookieValue,
		isInCookies(header: string | null | undefined, cookieName: string): boolean {
			const value = readCookie(header, cookieName);
			return value !== undefined && isSameText(cookieValue, value);
		},
		remember: (person: { email: string; ip: string }) =>
			insertMark(db, { key: keyOf(person), expiresAtMs: clock.now() + REMEMBERED_MS }),
		isRemembered: (person: { email: string; ip: string }) => hasMark(db, { key: keyOf(person), nowMs: clock.now() }),
	};
}

export type AgeRefusal = ReturnType<typeof createAgeRefusal>;

const { body } = authEndpoints['POST /auth/sign-up/email'];

export const isEmail = (text: unknown): text is string => emailAddress.safeParse(text).success;

type SignUpProblem = { slug: AuthErrorSlug; refusal?: Refusal };

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
