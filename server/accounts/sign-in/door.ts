import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { siteOf, type TakeFromRateLimit, visitorOf } from '../../lib/http/rate-limit.ts';
import type { Attempt, SignInAttempts } from './sign-in-attempts.ts';

export const SIGN_UP = '/sign-up/email';
export const SIGN_IN = '/sign-in/email';
export const RESET = '/reset-password';

/** A minute and visitor. Counted before anything that is dear, and before anybody waits for it. */
const tries: Readonly<Record<string, number>> = { [SIGN_IN]: 20, [SIGN_UP]: 10, [RESET]: 10 };
/** A site with IPv6 has thousands of lines, and may use a few of them. */
const LINES_OF_A_SITE = 5;
const REFUSED_AFTER_MS = 1_000;
/** Wrong codes of hand-offs a minute and visitor. */
const FAILED_HAND_OFFS = 10;

export type DoorDeps = { takeFromRateLimit: TakeFromRateLimit; attempts: SignInAttempts };

/** What anybody may ask for without being known. @returns how many ms to wait if it may not be done yet. */
export async function waitAtDoor(deps: DoorDeps, path: string, attempt: Attempt): Promise<number | undefined> {
	const max = tries[path];
	if (max === undefined) return undefined;
	const waitMs = await takeTry(deps, { path, max, attempt });
	// Whoever asks again at once is kept waiting, which costs nothing; answering them all the time would cost us everything.
	if (waitMs !== undefined) await sleep(REFUSED_AFTER_MS);
	if (waitMs !== undefined || path !== SIGN_IN) return waitMs;
	return deps.attempts.take(attempt);
}

async function takeTry(
	{ takeFromRateLimit }: DoorDeps,
	{ path, max, attempt: { ip, device } }: { path: string; max: number; attempt: Attempt },
): Promise<number | undefined> {
	const take = (key: string, times = 1) =>
		takeFromRateLimit(`auth|${path}|${key}`, { max: max * times, windowMs: MINUTE_MS });
	// What others behind its address do is not its fault.
	if (device !== undefined) return take(`device|${device}`);
	const [visitor, site] = [visitorOf(ip), siteOf(ip)];
	// First: what a line has used up costs its site nothing more.
	return (await take(visitor)) ?? (site === visitor ? undefined : take(site, LINES_OF_A_SITE));
}

/**
 * Counts failures alone: behind one address there may be a carrier's phones, and a good code always works.
 * @returns how many ms to wait, when there were too many.
 */
export function failedHandOff(
	{ takeFromRateLimit }: Pick<DoorDeps, 'takeFromRateLimit'>,
	ip: string,
): Promise<number | undefined> {
	return takeFromRateLimit(`hand-off-failed|${visitorOf(ip)}`, { max: FAILED_HAND_OFFS, windowMs: MINUTE_MS });
}

/** Counts an account that was made. For a whole day nothing that says from where is kept: a keyed digest. */
export async function isBeyondSignUps(
	{ takeFromRateLimit }: Pick<DoorDeps, 'takeFromRateLimit'>,
	{ ip, max, authSecret }: { ip: string; max: number; authSecret: string },
): Promise<boolean> {
	const digest = createHmac('sha256', authSecret)
		.update(`sign-ups\0${siteOf(ip)}`)
		.digest('base64url');
	return (await takeFromRateLimit(`sign-ups|${digest}`, { max, windowMs: DAY_MS })) !== undefined;
}
