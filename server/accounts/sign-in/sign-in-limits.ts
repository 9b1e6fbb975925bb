import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts';
import type { Database } from '../../lib/db/database.ts';
import { isLoopback, siteOf, type TakeFromRateLimit, visitorOf } from '../../lib/http/callers.ts';
import { type RankedSemaphore, TooManyWaiting, type Turn } from '../../lib/jobs/semaphores.ts';
import { setConfirmFirst } from '../account-store.ts';
import { type Attempt, digestOf, type SignInAttempts } from './sign-in-attempts.ts';

export const SIGN_UP = '/sign-up/email';
export const SIGN_IN = '/sign-in/email';
export const RESET = '/reset-password';

export const SIGN_UPS_A_MINUTE = 10;

const tries: Readonly<Record<string, number>> = { [SIGN_IN]: 20, [SIGN_UP]: SIGN_UPS_A_MINUTE, [RESET]: 10 };
/** An IPv6 customer network has thousands of subnets, so together they get the limit of five visitors. */
const LINES_OF_A_SITE = 5;
const DEVICES_OF_AN_ACCOUNT = 2;
const REFUSED_AFTER_MS = 1_000;
const CROWDED_MS = 2_000;
/** Limit per minute and visitor. */
const FAILED_HAND_OFFS = 10;

type SignInLimitDeps = {
	takeFromRateLimit: TakeFromRateLimit;
	attempts: SignInAttempts;
	checks: RankedSemaphore;
	hasRoom(turn: Turn): boolean;
};

export const isLimited = (path: string): boolean => path in tries;

export async function waitForSignInLimit(
	deps: SignInLimitDeps,
	path: string,
	{ attempt, turn }: { attempt: Attempt; turn: Turn },
): Promise<number | undefined> {
	const max = tries[path];
	if (max === undefined) return undefined;
	if (!deps.hasRoom(turn)) return sleep(spread(CROWDED_MS), CROWDED_MS);
	let isOverBudget = true;
	const check = async () => {
		const waitMs = await takeTry(deps, { path, max, attempt });
		isOverBudget = waitMs !== undefined;
		return isOverBudget || path !== SIGN_IN ? waitMs : deps.attempts.take(attempt);
	};
	const waitMs = await deps.checks.run(turn, check).catch((error) => {
		if (error instanceof TooManyWaiting) return REFUSED_AFTER_MS;
		throw error;
	});
	// Sends the refusal late, because clients that retry at once would be expensive.
	if (isOverBudget) await sleep(spread(REFUSED_AFTER_MS));
	return waitMs;
}

/** Random, so that refused clients do not all come back in the same instant. */
const spread = (ms: number): number => ms * (1 + Math.random());

async function takeTry(
	{ takeFromRateLimit }: SignInLimitDeps,
	{ path, max, attempt: { email, ip, device } }: { path: string; max: number; attempt: Attempt },
): Promise<number | undefined> {
	const take = (key: string, times = 1) =>
		takeFromRateLimit(`auth|${path}|${key}`, { max: max * times, windowMs: MINUTE_MS });
	const [visitor, site, account] = [visitorOf(ip), siteOf(ip), digestOf(email)];
	const takeOfNetwork = async (kind = '') =>
		// An exhausted subnet does not use up the limit of its site.
		(await take(kind + visitor)) ?? (site === visitor ? undefined : await take(kind + site, LINES_OF_A_SITE));
	if (device === undefined) return takeOfNetwork();
	return (
		(await take(`known|${account}|${device}`)) ??
		(await takeOfNetwork('known|')) ??
		take(`known|${account}`, DEVICES_OF_AN_ACCOUNT)
	);
}

/** Counts only failures, because users of a carrier share IP addresses. @returns ms to wait, if any. */
export function failedHandOff(
	{ takeFromRateLimit }: Pick<SignInLimitDeps, 'takeFromRateLimit'>,
	ip: string,
): Promise<number | undefined> {
	return takeFromRateLimit(`hand-off-failed|${visitorOf(ip)}`, { max: FAILED_HAND_OFFS, windowMs: MINUTE_MS });
}

export type ConfirmFirstConfig = { authSecret: string; signUpsADay: number; isProduction: boolean; canMail: boolean };

/** Does not refuse the sign-up, because several people may share a network. */
export async function confirmIfBeyond(
	{ db, takeFromRateLimit, config }: { db: Database; takeFromRateLimit: TakeFromRateLimit; config: ConfirmFirstConfig },
	{ ip, uid }: { ip: string; uid: string },
): Promise<void> {
	const { signUpsADay: max, isProduction, canMail, authSecret } = config;
	if (max === 0 || !canMail || (isLoopback(ip) && !isProduction)) return;
	const digest = createHmac('sha256', authSecret)
		.update(`sign-ups\0${siteOf(ip)}`)
		.digest('base64url');
	const isBeyond = (await takeFromRateLimit(`sign-ups|${digest}`, { max, windowMs: DAY_MS })) !== undefined;
	if (isBeyond) await setConfirmFirst(db, uid);
}
