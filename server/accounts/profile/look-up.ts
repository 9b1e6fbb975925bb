import type { Branding } from '../../../contract/branding.ts';
import { callError } from '../../../contract/refusals.ts';
import { type TakeFromRateLimit, tooOften } from '../../lib/http/callers.ts';
import { PlatformUnavailable } from '../../platform/client.ts';
import type { Platform } from '../../platform/platform.ts';

export type LookUpDeps = { takeFromRateLimit: TakeFromRateLimit; words: Pick<Branding, 'platformName'> };

/** The platform blocks servers that send too many look-ups. */
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

type Deps = LookUpDeps & { platform: Pick<Platform, 'findUser' | 'findAvatarUrl'> };

export type RobloxUser = { userId: number; name: string; avatarUrl: string | null };

export async function getRobloxUser(deps: Deps, uid: string, username: string): Promise<RobloxUser> {
	const { platform, words } = deps;
	const typed = username.trim();
	if (typed === '') throw callError('invalid-argument', 'username-required');
	return lookUp(deps, uid, async () => {
		const user = await platform.findUser(typed);
		if (!user) throw callError('not-found', 'user-not-found', { platform: words.platformName });
		return { ...user, avatarUrl: await platform.findAvatarUrl(user.userId) };
	});
}
