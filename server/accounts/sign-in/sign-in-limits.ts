import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { siteOf, type TakeFromRateLimit, visitorOf } from '../../lib/http/rate-limit.ts';
import type { Attempt, SignInAttempts } from './sign-in-attempts.ts';

export const SIGN_UP = '/sign-up/email';
export const SIGN_IN = '/sign-in/email';
export const RESET = '/reset-password';

const tries: Readonly<Record<string, number>> = { [SIGN_IN]: 20, [SIGN_UP]: 10, [RESET]: 10 };
/** A site with IPv6 has thousands of subnets, so it gets the limit of five visitors. */
const LINES_OF_A_SITE = 5;
const REFUSED_AFTER_MS = 1_000;
/** Limit per minute and visitor. */
const FAILED_HAND_OFFS = 10;

export type SignInLimitDeps = { takeFromRateLimit: TakeFromRateLimit; attempts: SignInAttempts };

export async function waitForSignInLimit(
	deps: SignInLimitDeps,
	path: string,
	attempt: Attempt,
): Promise<number | undefined> {
	const max = tries[path];
	if (max === undefined) return undefined;
	const waitMs = await takeTry(deps, { path, max, attempt });
	// Sends the refusal late, because clients that retry at once would be expensive.
	if (waitMs !== undefined) await sleep(REFUSED_AFTER_MS);
	if (waitMs !== undefined || path !== SIGN_IN) return waitMs;
	return deps.attempts.take(attempt);
}

async function takeTry(
	{ takeFromRateLimit }: SignInLimitDeps,
	{ path, max, attempt: { ip, device } }: { path: string; max: number; attempt: Attempt },
): Promise<number | undefined> {
	const take = (key: string, times = 1) =>
		takeFromRateLimit(`auth|${path}|${key}`, { max: max * times, windowMs: MINUTE_MS });
	// Other visitors with the same IP address do not use up a known device's limit.
	if (device !== undefined) return take(`device|${device}`);
	const [visitor, site] = [visitorOf(ip), siteOf(ip)];
	// An exhausted subnet does not use up the limit of its site.
	return (await take(visitor)) ?? (site === visitor ? undefined : take(site, LINES_OF_A_SITE));
}

/** Counts only failures, because users of a carrier share IP addresses. @returns ms to wait, if any. */
export function failedHandOff(
	{ takeFromRateLimit }: Pick<SignInLimitDeps, 'takeFromRateLimit'>,
	ip: string,
): Promise<number | undefined> {
	return takeFromRateLimit(`hand-off-failed|${visitorOf(ip)}`, { max: FAILED_HAND_OFFS, windowMs: MINUTE_MS });
}

export async function isBeyondSignUps(
	{ takeFromRateLimit }: Pick<SignInLimitDeps, 'takeFromRateLimit'>,
	{ ip, max, authSecret }: { ip: string; max: number; authSecret: string },
): Promise<boolean> {
	const digest = createHmac('sha256', authSecret)
		.update(`sign-ups\0${siteOf(ip)}`)
		.digest('base64url');
	return (await takeFromRateLimit(`sign-ups|${digest}`, { max, windowMs: DAY_MS })) !== undefined;
}
