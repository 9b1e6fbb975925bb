import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { KeyNeeds } from '../../../contract/connect/key-access.ts';
import { CallError } from '../../../contract/errors.ts';
import { isAllowed, type Permission, type StaffRole } from '../../../contract/permissions.ts';
import { callError, refusal } from '../../../contract/refusals.ts';
import { type DbDeps, rowsOf } from '../db/database.ts';

/** @throws CallError `permission-denied`; `details.reason` names the missing second factor or permission. */
export function requirePermission({ staffRole, missingStep, key }: Actor, permission: Permission): void {
	if (key?.permissions.includes(permission)) return;
	if (key) throw callError('permission-denied', 'key-may-not');
	if (staffRole === null) throw callError('permission-denied', 'permission-denied');
	if (missingStep !== null) throw callError('permission-denied', missingStep);
	if (!isAllowed(staffRole, permission)) throw callError('permission-denied', 'role-may-not');
}

export type Actor = {
	uid: string;
	sessionId: string;
	staffRole: StaffRole | null;
	emailVerified: boolean;
	pausedReason: string | null;
	missingStep: 'totp-required' | 'totp-not-set-up' | 'provider-required' | null;
	/** `uid` is the ID of this machine key. */
	key?: { name: string; permissions: readonly Permission[] };
};

/** @returns undefined without credentials. @throws CallError `unauthenticated`, or `permission-denied` for a banned user. */
export type Authenticate = (
	request: FastifyRequest,
	accepts?: { takesIdToken?: boolean | undefined; keyNeeds?: KeyNeeds | undefined },
) => Promise<Actor | undefined>;

const callers = new WeakMap<FastifyRequest, string>();

export function rememberCaller(request: FastifyRequest, uid: string): void {
	callers.set(request, uid);
}

export const callerOf = (request: FastifyRequest): string | undefined => callers.get(request);

export type RateLimit = { max: number; windowMs: number };

/** @returns undefined within the limit, else the wait in ms. */
export type TakeFromRateLimit = (key: string, limit: RateLimit) => Promise<number | undefined>;

const REMEMBERED_MS = 250;
const REFUSED_KEYS_MAX = 10_000;

/** Counts in one SQL statement, so that concurrent requests cannot pass on the same count. */
export function createRateLimit({ db, clock }: DbDeps): TakeFromRateLimit {
	const refused = new Map<string, { atMs: number; untilMs: number }>();
	return async (key, { max, windowMs }) => {
		const now = clock.now();
		const before = refused.get(key);
		if (before && now >= before.atMs && now < Math.min(before.untilMs, before.atMs + REMEMBERED_MS)) {
			return before.untilMs - now;
		}
		const rows = await rowsOf<{ count: number; window_ends_at: Date }>(db)`
			insert into rate_limits as kept (key, count, window_ends_at)
			values (${key}, 1, ${new Date(now + windowMs)})
			on conflict (key) do update set
				count = case when kept.window_ends_at <= ${new Date(now)} then 1 else least(kept.count, ${max}) + 1 end,
				window_ends_at = case
					when kept.window_ends_at <= ${new Date(now)} then excluded.window_ends_at else kept.window_ends_at end
			returning count, window_ends_at
		`;
		const [row] = rows;
		if (!row || row.count <= max) return undefined;
		const untilMs = row.window_ends_at.getTime();
		if (refused.size >= REFUSED_KEYS_MAX) refused.clear();
		refused.set(key, { atMs: now, untilMs });
		return Math.max(1, untilMs - now);
	};
}

export type TooOftenReason =
	| 'too-many-attempts'
	| 'too-many-withdrawals'
	| 'too-many-promo-codes'
	| 'too-many-claims'
	| 'too-many-messages';

export function tooOften(waitMs: number, reason: TooOftenReason = 'too-many-attempts'): CallError {
	const retryAfter = Math.ceil(waitMs / 1000);
	return new CallError('resource-exhausted', refusal(reason, { seconds: retryAfter }), { retryAfter });
}

export const noRateLimit: TakeFromRateLimit = async () => undefined;

export async function purgeRateLimits({ db, clock }: DbDeps): Promise<void> {
	await sql`delete from rate_limits where window_ends_at < ${new Date(clock.now())}`.execute(db);
}

/** Cuts IPv6 to 64 bits, the smallest block of one internet connection. */
export const visitorOf = (ip: string): string => cutTo(ip, 4);

/** Cuts IPv6 to 48 bits, the usual block of a site. */
export const siteOf = (ip: string): string => cutTo(ip, 3);

export const isLoopback = (ip: string): boolean => /^127\./.test(visitorOf(ip)) || visitorOf(ip) === visitorOf('::1');

function cutTo(ip: string, groups: number): string {
	if (!isIPv6(ip)) return ip;
	const canonical = new URL(`http://[${ip.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
	const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(canonical);
	if (mapped) return [mapped[1], mapped[2]].flatMap((group) => bytesOf(Number.parseInt(group ?? '', 16))).join('.');
	const [head = '', tail] = canonical.split('::');
	const headGroups = head === '' ? [] : head.split(':');
	const tailGroups = tail ? tail.split(':') : [];
	const zeros = tail === undefined ? 0 : 8 - headGroups.length - tailGroups.length;
	const all = [...headGroups, ...Array<string>(zeros).fill('0'), ...tailGroups];
	return `${all.slice(0, groups).join(':')}::/${groups * 16}`;
}

const bytesOf = (group: number): [number, number] => [group >> 8, group & 0xff];

export function networkOf(ip: string | null): string | null {
	if (!ip) return null;
	const visitor = visitorOf(ip);
	return isIPv4(visitor) ? visitor.replace(/\d+$/, 'x') : visitor;
}
