import { createHmac } from 'node:crypto';
import type { DbDeps } from '../../lib/db/database.ts';
import { visitorOf } from '../../lib/http/callers.ts';
import { isSameText } from '../../lib/secrets/same-text.ts';
import { readCookie } from '../sessions/session-cookie.ts';
import { hasMark, insertMark } from '../store.ts';

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
