import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallError } from '../../contract/errors.ts';
import { userDocumentPatch } from '../../contract/profiles.ts';
import { refusal } from '../../contract/refusals.ts';
import type { Actor, Authenticate } from '../lib/http/actor.ts';
import type { CallHandlers } from '../lib/http/calls.ts';
import type { Platform } from '../platform/platform.ts';
import { getRobloxUser } from './get-roblox-user.ts';
import { createLiveStreams, type LiveStreamsDeps } from './live-streams.ts';
import { type LookUpDeps, lookUp } from './look-up.ts';
import { type UpdateUserDocumentDeps, updateUserDocument } from './update-user-document.ts';
import { getUserDocument } from './user-document.ts';

type CallDeps = LookUpDeps & { platform: Pick<Platform, 'findUser' | 'findAvatarUrl' | 'listGames'> };

/** The callables that look things up on the game platform. */
export function profileCalls(deps: CallDeps) {
	return {
		getRobloxUser: (request, { actor }) => getRobloxUser(deps, actor.uid, request?.username ?? ''),
		getRobloxGames: ({ userId }, { actor }) => lookUp(deps, actor.uid, () => deps.platform.listGames(userId)),
	} satisfies Partial<CallHandlers>;
}

type RouteDeps = UpdateUserDocumentDeps & LiveStreamsDeps & { authenticate: Authenticate };
type OwnerRequest = FastifyRequest<{ Params: { uid: string } }>;

/** Serves `/data/users/{uid}`: what an owner reads and writes of their own record, and follows as it changes. */
export function profileRoutes(app: FastifyInstance, deps: RouteDeps): void {
	const streams = createLiveStreams(deps);
	// Open streams would keep the server from ever closing.
	app.addHook('preClose', async () => streams.closeAll());

	app.get('/data/users/:uid', async (request: OwnerRequest, reply) => {
		const { uid } = await requireOwner(deps.authenticate, request);
		reply.header('cache-control', 'no-store');
		return getUserDocument(deps.db, uid);
	});

	app.patch('/data/users/:uid', async (request: OwnerRequest, reply) => {
		const { uid } = await requireOwner(deps.authenticate, request);
		const patch = userDocumentPatch.safeParse(request.body);
		if (!patch.success) throw new CallError('invalid-argument', refusal('bad-request'));
		await updateUserDocument(deps, uid, patch.data);
		reply.header('cache-control', 'no-store');
		return getUserDocument(deps.db, uid);
	});

	app.get('/data/users/:uid/live', { exposeHeadRoute: false }, async (request: OwnerRequest, reply) => {
		const actor = await requireOwner(deps.authenticate, request);
		const stream = streams.open(actor, request.headers['last-event-id']);
		return (
			reply
				.header('content-type', 'text/event-stream; charset=utf-8')
				.header('cache-control', 'no-store')
				// The connection ends with the stream. Kept alive, it would hold up a stop of the server long after.
				.header('connection', 'close')
				// Asks a proxy in front not to collect events before it passes them on.
				.header('x-accel-buffering', 'no')
				.send(stream)
		);
	});
}

/** @throws CallError `unauthenticated` for a guest, `permission-denied` for anybody but the user in the address. */
async function requireOwner(authenticate: Authenticate, request: OwnerRequest): Promise<Actor> {
	const actor = await authenticate(request);
	if (!actor) throw new CallError('unauthenticated', refusal('must-be-logged-in'));
	if (actor.uid !== request.params.uid) throw new CallError('permission-denied', refusal('permission-denied'));
	return actor;
}
