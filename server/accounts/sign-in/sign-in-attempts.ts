import { createHash } from 'node:crypto';
import type { DbDeps } from '../../lib/db/database.ts';
import { visitorOf } from '../../lib/http/callers.ts';
import { deleteAttempts, forgiveAttempt, selectVisitorsOf, selectWait, takeAttempt } from './attempt-store.ts';

const WINDOW_MS = 15 * 60_000;
const DELAY_MIN_MS = 1_000;
const DELAY_MAX_MS = 5 * 60_000;
const FREE_PER_ACCOUNT = 10;
const FREE_PER_VISITOR = 30;
const FREE_CODES = 5;

/** `device` is set if a cookie proves an earlier sign-in to this account. */
export type Attempt = { email: string; ip: string; device?: string | undefined };

/** Delays guessers without locking the account: known devices and addresses have their own counters. */
export function createSignInAttempts({ db, clock }: DbDeps) {
	const take = (key: string, free: number) => {
		const delays = { windowMs: WINDOW_MS, delayMinMs: DELAY_MIN_MS, delayMaxMs: DELAY_MAX_MS };
		return takeAttempt(db, { key, nowMs: clock.now(), free, ...delays });
	};

	async function takeAsStranger(email: string, visitor: string): Promise<number | undefined> {
		// A delayed attempt does not count as a failure.
		const byAccount = await selectWait(db, { key: accountKey(email), nowMs: clock.now() });
		if (byAccount !== undefined) return byAccount;
		return (await take(ownKey(email, visitor), FREE_PER_ACCOUNT)) ?? take(accountKey(email), FREE_PER_ACCOUNT);
	}

	return {
		/** Counts the attempt as failed until it succeeds. @returns ms to wait, if any. */
		async take({ email, ip, device }: Attempt): Promise<number | undefined> {
			if (device !== undefined) return take(ownKey(email, device), FREE_PER_ACCOUNT);
			const visitor = visitorOf(ip);
			const known = (await selectVisitorsOf(db, email)).some((knownIp) => visitorOf(knownIp) === visitor);
			const byVisitor = await take(visitorKey(visitor), FREE_PER_VISITOR);
			if (byVisitor !== undefined) return byVisitor;
			return known ? take(ownKey(email, visitor), FREE_PER_ACCOUNT) : takeAsStranger(email, visitor);
		},
		async succeed({ email, ip, device }: Attempt): Promise<void> {
			// The success of a known device does not reset the counters of strangers.
			if (device !== undefined) return deleteAttempts(db, [ownKey(email, device)]);
			const visitor = visitorOf(ip);
			await deleteAttempts(db, [accountKey(email), ownKey(email, visitor)]);
			await forgiveAttempt(db, visitorKey(visitor));
		},
		/** Limits attempts, because there are only a million one-time passwords. */
		takeCode: (uid: string) => take(codesKey(uid), FREE_CODES),
		succeedWithCode: (uid: string) => deleteAttempts(db, [codesKey(uid)]),
	};
}

export type SignInAttempts = ReturnType<typeof createSignInAttempts>;

export const noSignInAttempts: SignInAttempts = {
	take: async () => undefined,
	succeed: async () => {},
	takeCode: async () => undefined,
	succeedWithCode: async () => {},
};

export function accountKeysOf({ uid, email }: { uid: string; email: string }): { codes: string; account: string } {
	return { codes: codesKey(uid), account: accountKey(email) };
}

const codesKey = (uid: string) => `code|${uid}`;
const visitorKey = (visitor: string) => `visitor|${visitor}`;
const accountKey = (email: string) => `account|${digestOf(email)}`;
const ownKey = (email: string, visitorOrDevice: string) => `${accountKey(email)}|${visitorOrDevice}`;

export function digestOf(email: string): string {
	return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}
