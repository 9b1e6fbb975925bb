import { CallError } from '../../contract/errors.ts';
import { messages } from '../../contract/messages.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/database.ts';
import type { Actor, Authenticate } from '../lib/http/actor.ts';
import type { VerifyAccessToken } from './access-token.ts';
import { ensureUserRecord } from './ensure-user-record.ts';
import type { LastAccess } from './last-access.ts';
import { selectCaller } from './store.ts';

type Deps = {
	db: Database;
	clock: Clock;
	verifyAccessToken: VerifyAccessToken;
	lastAccess: Pick<LastAccess, 'touch'>;
	config: { legalContact: string };
};

/**
 * Finds out who calls, by the access token in the bearer header. The token proves who it was made for; whether its
 * session still exists and what its owner may do is read from the database every time, so a sign-out, a ban or a new
 * role counts from the next request on.
 */
export function createAuthenticate(deps: Deps): Authenticate {
	return async (request) => {
		const { authorization } = request.headers;
		if (authorization === undefined) return undefined;
		const token = /^Bearer ([\w.-]+)$/i.exec(authorization)?.[1];
		const claims = token && (await deps.verifyAccessToken(token));
		if (!claims) throw unauthenticated();
		const actor = await requireCaller(deps, claims);
		deps.lastAccess.touch(actor.uid);
		return actor;
	};
}

async function requireCaller(deps: Deps, { uid, sessionId }: { uid: string; sessionId: string }): Promise<Actor> {
	const caller = await selectCaller(deps.db, { uid, sessionId, nowMs: deps.clock.now() });
	if (!caller) throw unauthenticated();
	// Before the session, which the ban ended: the reason is better news than "sign in again".
	if (caller.banReason !== null) {
		throw new CallError('permission-denied', messages.banned(caller.banReason, deps.config.legalContact), {
			reason: 'banned',
		});
	}
	if (!caller.signedIn) throw unauthenticated();
	if (!caller.recorded) await ensureUserRecord(deps, uid);
	const { role, emailVerified, pausedReason } = caller;
	return { uid, sessionId, role, emailVerified, pausedReason };
}

function unauthenticated(): CallError {
	return new CallError('unauthenticated', messages.unauthenticated);
}
