import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { cellsOf, type Database, type DbDeps, hasRow, rowOf } from '../../lib/db/database.ts';
import { visitorOf } from '../../lib/http/callers.ts';

type Take = { key: string; nowMs: number; windowMs: number; free: number; delayMinMs: number; delayMaxMs: number };

/** A single SQL statement, so that concurrent attempts cannot read the same count. @returns ms to wait, if any. */
async function takeAttempt(db: Database, take: Take): Promise<number | undefined> {
	const { key, nowMs, windowMs, free, delayMinMs, delayMaxMs } = take;
	const now = new Date(nowMs);
	const windowEnd = new Date(nowMs + windowMs);
	const isFree = await hasRow(db)`
		insert into sign_in_attempts as kept (key, count, window_ends_at, next_at) values (${key}, 1, ${windowEnd}, 'epoch')
		on conflict (key) do update set
			count = case when kept.window_ends_at <= ${now} then 1 else kept.count + 1 end,
			-- A visitor who continues during a delay gets no new free tries.
			window_ends_at = case
				when kept.window_ends_at <= ${now} or kept.count >= ${free} then ${windowEnd} else kept.window_ends_at end,
			next_at = case
				when kept.window_ends_at <= ${now} or kept.count + 1 < ${free} then 'epoch'
				else ${now}::timestamptz + interval '1 ms'
					* least(${delayMaxMs}::float8, ${delayMinMs}::float8 * 2.0 ^ least(kept.count + 1 - ${free}, 30)) end
		where kept.next_at <= ${now}
		returning key
	`;
	if (isFree) return undefined;
	return (await selectWait(db, { key, nowMs })) ?? 1;
}

async function selectWait(db: Database, { key, nowMs }: { key: string; nowMs: number }): Promise<number | undefined> {
	const row = await rowOf<{ nextAt: Date }>(db)`
		select next_at as "nextAt" from sign_in_attempts where key = ${key} and next_at > ${new Date(nowMs)}
	`;
	return row && Math.max(1, row.nextAt.getTime() - nowMs);
}

async function forgiveAttempt(db: Database, key: string): Promise<void> {
	await sql`update sign_in_attempts set count = greatest(count - 1, 0) where key = ${key}`.execute(db);
}

async function deleteAttempts(db: Database, keys: readonly string[]): Promise<void> {
	await sql`delete from sign_in_attempts where key = any(${keys}::text[])`.execute(db);
}

/** Runs the same query for unknown accounts, so that timing reveals nothing. */
async function selectVisitorsOf(db: Database, email: string): Promise<string[]> {
	return cellsOf<string>(db)`
		select distinct s.ip_address as ip from auth_user a join auth_session s on s.user_id = a.id
		where a.email = ${email.toLowerCase()} and s.ip_address <> '' limit 100
	`;
}

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
