import { callError } from '../../../contract/refusals.ts';
import type { Platform } from '../../platform/platform.ts';
import { type LookUpDeps, lookUp } from './look-up.ts';

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
