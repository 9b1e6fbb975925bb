import type { profileCalls } from '../../../contract/accounts/profiles.ts';
import type { Feature } from '../../lib/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { eraseProfile } from './erase-user.ts';
import { exportProfile } from './export-user.ts';
import { type SendDeps, sendLiveStream } from './live-streams.ts';
import { getRobloxUser, lookUp } from './look-up.ts';
import { finishGameAccountProof, type ProveDeps, startGameAccountProof } from './prove-game-account.ts';
import { getUserDocument, type PatchDeps, patchUserDocument } from './user-document.ts';

type Deps = ProveDeps & PatchDeps & SendDeps & { platform: Pick<Platform, 'listGames'> };

export const profile = {
	calls: {
		getRobloxUser: (deps, request, { actor }) => getRobloxUser(deps, actor.uid, request?.username ?? ''),
		startGameAccountProof,
		finishGameAccountProof,
		getRobloxGames: (deps, { userId }, { actor }) => lookUp(deps, actor.uid, () => deps.platform.listGames(userId)),
	},
	data: {
		'GET /data/users/{uid}': ({ db }, _input, { actor }) => getUserDocument(db, actor.uid),
		'PATCH /data/users/{uid}': patchUserDocument,
		'GET /data/users/{uid}/live': sendLiveStream,
	},
	routes: (app, { liveStreams }) => void app.addHook('preClose', async () => liveStreams.closeAll()),
	erase: eraseProfile,
	exports: { profile: exportProfile },
} satisfies Feature<typeof profileCalls, Deps>;
