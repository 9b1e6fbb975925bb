import type { Branding } from '../../../contract/branding.ts';
import { callError } from '../../../contract/refusals.ts';
import { type TakeFromRateLimit, tooOften } from '../../lib/http/rate-limit.ts';
import { PlatformUnavailable } from '../../platform/errors.ts';

export type LookUpDeps = { takeFromRateLimit: TakeFromRateLimit; words: Pick<Branding, 'platformName'> };

/** Limits look-ups, because the platform blocks servers that send too many. */
const LOOK_UP_LIMIT = { max: 60, windowMs: 10 * 60_000 };

export async function lookUp<Answer>(
	{ takeFromRateLimit, words }: LookUpDeps,
	uid: string,
	load: () => Promise<Answer>,
): Promise<Answer> {
	const waitMs = await takeFromRateLimit(`look-up|${uid}`, LOOK_UP_LIMIT);
	if (waitMs !== undefined) throw tooOften(waitMs);
	try {
		return await load();
	} catch (error) {
		if (!(error instanceof PlatformUnavailable)) throw error;
		throw callError('unavailable', 'platform-away', { platform: words.platformName });
	}
}
