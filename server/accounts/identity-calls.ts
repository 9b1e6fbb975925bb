import { CallError } from '../../contract/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import type { CallHandlers } from '../lib/http/calls.ts';
import { type TakeFromRateLimit, tooOften } from '../lib/http/rate-limit.ts';
import { createWebSession } from './hand-off/create-web-session.ts';
import { verifyWebSession } from './hand-off/verify-web-session.ts';
import { failedHandOff } from './sign-in/door.ts';
import { acceptStaffInvite } from './staff/accept-invite.ts';
import { createUser } from './user-record/create-user.ts';

type CallDeps = { db: Database; clock: Clock; takeFromRateLimit: TakeFromRateLimit; config: { publicUrl: string } };

export function identityCalls(deps: CallDeps) {
	const webSessionDeps = { ...deps, publicUrl: deps.config.publicUrl };
	return {
		acceptStaffInvite: ({ code }, caller) => acceptStaffInvite(deps, caller, code),
		createUser: (_input, { actor }) => createUser(deps, actor.uid),
		createWebSession: (_input, { actor }) => createWebSession(webSessionDeps, actor.uid),
		async verifyWebSession({ token }, { ip }) {
			return verifyWebSession(deps, token).catch(async (error) => {
				const isWrong = error instanceof CallError && error.code === 'unauthenticated';
				const waitMs = isWrong ? await failedHandOff(deps, ip) : undefined;
				throw waitMs === undefined ? error : tooOften(waitMs);
			});
		},
	} satisfies Partial<CallHandlers>;
}
