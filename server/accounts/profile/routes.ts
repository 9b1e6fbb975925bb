import type { FastifyInstance } from 'fastify';
import type { EventLog } from '../../lib/event-log.ts';
import type { CallHandlers } from '../../lib/http/calls.ts';
import type { DataHandlers } from '../../lib/http/data.ts';
import type { Platform } from '../../platform/platform.ts';
import { agreeToDocuments } from '../agreements/agree.ts';
import { noteUse } from '../sessions/note-use.ts';
import { getRobloxUser } from './get-roblox-user.ts';
import { createLiveStreams, type LiveStreamsDeps } from './live-streams.ts';
import { lookUp } from './look-up.ts';
import { finishGameAccountProof, type ProveDeps, startGameAccountProof } from './prove-game-account.ts';
import { type UpdateUserDocumentDeps, updateUserDocument } from './update-user-document.ts';
import { getUserDocument } from './user-document.ts';

type Noting = { events: Pick<EventLog, 'note'> };
type CallDeps = ProveDeps & Noting & { publish(uid: string): void } & { platform: Pick<Platform, 'listGames'> };

export function profileCalls(deps: CallDeps) {
	return {
		agreeToDocuments: ({ versions }, { actor }) => agreeToDocuments(deps, actor.uid, versions),
		getRobloxUser: (request, { actor }) => getRobloxUser(deps, actor.uid, request?.username ?? ''),
		startGameAccountProof: ({ username }, { actor }) => startGameAccountProof(deps, actor.uid, username),
		async finishGameAccountProof({ username }, asker) {
			const answer = await finishGameAccountProof(deps, asker.actor.uid, username);
			if (answer.linked) noteUse(deps.events, 'finishGameAccountProof', asker);
			return answer;
		},
		getRobloxGames: ({ userId }, { actor }) => lookUp(deps, actor.uid, () => deps.platform.listGames(userId)),
	} satisfies Partial<CallHandlers>;
}

export function profileData(app: FastifyInstance, deps: UpdateUserDocumentDeps & LiveStreamsDeps & Noting) {
	const streams = createLiveStreams(deps);
	// Open streams would keep the server from ever closing.
	app.addHook('preClose', async () => streams.closeAll());

	return {
		'GET /data/users/{uid}': (_input, { actor }) => getUserDocument(deps.db, actor.uid),
		async 'PATCH /data/users/{uid}'(patch, { actor, request }) {
			await updateUserDocument(deps, actor.uid, patch);
			const asker = { actor, ip: request.ip, userAgent: request.headers['user-agent'] ?? null };
			if (patch.roblox_username !== undefined) noteUse(deps.events, 'link-game-account', asker);
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
