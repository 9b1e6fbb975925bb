import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint, formCsrfMiddleware, getSessionFromCtx } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { authEndpoints } from '../../../contract/accounts/auth.ts';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { Database, DbDeps } from '../../lib/db/database.ts';
import type { TakeFromRateLimit } from '../../lib/http/callers.ts';
import { authError, tooSoon } from '../auth-error.ts';
import { selectSignInProofs, trimHandOffSessions } from '../sessions/session-store.ts';
import { hashCode } from '../sign-in/one-time-code.ts';
import { consumeCode, type HandOff } from '../store.ts';

const HAND_OFFS = { max: 10, windowMs: 10 * MINUTE_MS };
const SESSIONS_MAX = 10;

/** Refuses a signed-in browser and keeps the token valid. Otherwise a planted link could switch accounts. */
export function signInWithCustomToken({
	db,
	clock,
	takeFromRateLimit,
}: DbDeps & { takeFromRateLimit: TakeFromRateLimit }): BetterAuthPlugin {
	return {
		id: 'custom-token',
		endpoints: {
			signInCustomToken: createAuthEndpoint(
				'/sign-in/custom-token',
				{
					method: 'POST',
					body: authEndpoints['POST /auth/sign-in/custom-token'].body.partial(),
					use: [formCsrfMiddleware],
					requireHeaders: true,
				},
				async (ctx) => {
					if (await getSessionFromCtx(ctx, { disableRefresh: true })) {
						throw authError('operation-not-allowed', refusal('already-signed-in'));
					}
					const hash = hashCode(ctx.body.token);
					const used = hash && (await consumeCode(db, { hash, purpose: 'sign-in', nowMs: clock.now() }));
					const user = used && (await ctx.context.internalAdapter.findUserById(used.uid));
					if (!user) throw authError('invalid-custom-token');
					const waitMs = await takeFromRateLimit(`hand-offs|${user.id}`, HAND_OFFS);
					if (waitMs !== undefined) throw tooSoon(waitMs);
					const inherited = await inheritedProofs(db, used, clock.now());
					const session = await ctx.context.internalAdapter.createSession(user.id, undefined, inherited);
					await trimHandOffSessions(db, { uid: user.id, keep: SESSIONS_MAX });
					await setSessionCookie(ctx, { session, user });
					const { id, email, name, emailVerified } = user;
					return ctx.json({ token: session.token, user: { id, email, name, emailVerified } });
				},
			),
		},
	};
}

/** The session inherits the sign-in time of the app's session, because a stolen access token must not make it recent. */
async function inheritedProofs(db: Database, { uid, sessionId }: HandOff, nowMs: number) {
	const proofs = sessionId === null ? undefined : await selectSignInProofs(db, { uid, sessionId, nowMs });
	if (!proofs) return { isHandOff: true, signedInAt: new Date(0) };
	const { signedInAt, secondFactor, secondFactorAt } = proofs;
	// The claims of the new session are never checked, so it gets no role.
	const fromIdToken = proofs.fromIdToken || proofs.claimsCheckedAt !== null;
	return { isHandOff: true, signedInAt, secondFactor, secondFactorAt, fromIdToken };
}
