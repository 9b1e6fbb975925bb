import type { FastifyInstance } from 'fastify';
import type { CallHandlers } from '../../lib/http/calls.ts';
import type { DataHandlers } from '../../lib/http/data.ts';
import type { Platform } from '../../platform/platform.ts';
import { getRobloxUser } from './get-roblox-user.ts';
import { createLiveStreams, type LiveStreamsDeps } from './live-streams.ts';
import { lookUp } from './look-up.ts';
import { finishGameAccountProof, type ProveDeps, startGameAccountProof } from './prove-game-account.ts';
import { type UpdateUserDocumentDeps, updateUserDocument } from './update-user-document.ts';
import { getUserDocument } from './user-document.ts';

type CallDeps = ProveDeps & { platform: Pick<Platform, 'listGames'> };

export function profileCalls(deps: CallDeps) {
	return {
		getRobloxUser: (request, { actor }) => getRobloxUser(deps, actor.uid, request?.username ?? ''),
		startGameAccountProof: ({ username }, { actor }) => startGameAccountProof(deps, actor.uid, username),
		finishGameAccountProof: ({ username }, { actor }) => finishGameAccountProof(deps, actor.uid, username),
		getRobloxGames: ({ userId }, { actor }) => lookUp(deps, actor.uid, () => deps.platform.listGames(userId)),
	} satisfies Partial<CallHandlers>;
}

export function profileData(app: FastifyInstance, deps: UpdateUserDocumentDeps & LiveStreamsDeps) {
	const streams = createLiveStreams(deps);
	// Open streams would keep the server from ever closing.
	app.addHook('preClose', async () => streams.closeAll());

	return {
		'GET /data/users/{uid}': (_input, { actor }) => getUserDocument(deps.db, actor.uid),
		async 'PATCH /data/users/{uid}'(patch, { actor }) {
			await updateUserDocument(deps, actor.uid, patch);
			return getUserDocument(deps.db, actor.uid);
		},
		async 'GET /data/users/{uid}/live'(_input, { actor, request, reply }) {
			const stream = streams.open(actor, request.headers['last-event-id']);
			return (
				reply
					.header('content-type', 'text/event-stream; charset=utf-8')
					// The connection ends with the stream. Kept alive, it would hold up a stop of the server long after.
					.header('connection', 'close')
					// Asks a proxy in front not to collect events before it passes them on.
					.header('x-accel-buffering', 'no')
					.send(stream)
			);
		},
	} satisfies Partial<DataHandlers>;
}
