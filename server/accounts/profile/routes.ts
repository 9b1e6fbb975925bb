import type { UserDocument, UserDocumentPatch } from '../../../contract/accounts/profiles.ts';
import type { EventLog } from '../../lib/event-log.ts';
import type { BoundLiveSource, DataCaller } from '../../lib/feature.ts';
import { noteUse } from '../sessions/note-use.ts';
import type { LiveStreams } from './live-streams.ts';
import { getUserDocument, type UpdateUserDocumentDeps, updateUserDocument } from './user-document.ts';

export type ProfileDataDeps = UpdateUserDocumentDeps & {
	events: Pick<EventLog, 'note'>;
	liveStreams: LiveStreams;
	liveSources: readonly BoundLiveSource[];
};

export async function patchUserDocument(
	deps: ProfileDataDeps,
	patch: UserDocumentPatch,
	{ actor, request }: DataCaller,
): Promise<UserDocument> {
	await updateUserDocument(deps, actor.uid, patch);
	const asker = { actor, ip: request.ip, userAgent: request.headers['user-agent'] ?? null };
	if (patch.roblox_username !== undefined) noteUse(deps.events, 'link-game-account', asker);
	return getUserDocument(deps.db, actor.uid);
}

export async function sendLiveStream(
	{ liveStreams, liveSources }: ProfileDataDeps,
	_input: unknown,
	{ actor, request, reply }: DataCaller,
): Promise<unknown> {
	const stream = liveStreams.open(actor, { lastEventId: request.headers['last-event-id'], sources: liveSources });
	return reply
		.header('content-type', 'text/event-stream; charset=utf-8')
		.header('connection', 'close')
		.header('x-accel-buffering', 'no')
		.send(stream);
}
