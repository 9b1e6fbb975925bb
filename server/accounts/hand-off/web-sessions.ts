import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint, formCsrfMiddleware, getSessionFromCtx } from 'better-auth/api';
import { authEndpoints } from '../../../contract/accounts/auth.ts';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { HAND_OFF_LIFETIME_MS } from '../../../contract/limits.ts';
import { callError, refusal } from '../../../contract/refusals.ts';
import type { CallHandler, UserCall } from '../../lib/call-handler.ts';
import { type Database, type DbDeps, inTransaction } from '../../lib/db/database.ts';
import { type TakeFromRateLimit, tooOften } from '../../lib/http/callers.ts';
import { authError, tooSoon } from '../auth-error.ts';
import { openSessionFor } from '../sessions/require-session.ts';
import { selectSignInProofs, trimHandOffSessions } from '../sessions/session-store.ts';
import { hashCode, makeCode } from '../sign-in/one-time-code.ts';
import { failedHandOff } from '../sign-in/sign-in-limits.ts';
import { consumeCode, type HandOff, insertCode, lockUser, selectCodeOwner, trimCodes } from '../store.ts';
import { ensureUserRecord } from '../user-record/ensure-user-record.ts';

const HAND_OFFS = { max: 10, windowMs: 10 * MINUTE_MS };
const SESSIONS_MAX = 10;

/** Refuses a signed-in browser and keeps the token valid. Otherwise a planted link could switch accounts. */
export function signInWithCustomToken({ db, clock, takeFromRateLimit }: HandOffDeps): BetterAuthPlugin {
	const body = authEndpoints['POST /auth/sign-in/custom-token'].body.partial();
	const options = { method: 'POST' as const, requireHeaders: true, body, use: [formCsrfMiddleware] };
	return {
		id: 'custom-token',
		endpoints: {
			signInCustomToken: createAuthEndpoint('/sign-in/custom-token', options, async (ctx) => {
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
				const opened = await openSessionFor(ctx, user, inherited);
				await trimHandOffSessions(db, { uid: user.id, keep: SESSIONS_MAX });
				return ctx.json(opened);
			}),
		},
	};
}

/** The session inherits the sign-in time of the app's session, because a stolen access token must not make it recent. */
async function inheritedProofs(db: Database, { uid, sessionId }: HandOff, nowMs: number) {
	const proofs = sessionId === null ? undefined : await selectSignInProofs(db, { uid, sessionId, nowMs });
	if (!proofs) throw authError('invalid-custom-token');
	const { signedInAt, secondFactor, secondFactorAt } = proofs;
	// The claims of the new session are never checked, so it gets no role.
	const fromIdToken = proofs.fromIdToken || proofs.claimsCheckedAt !== null;
	return { isHandOff: true, signedInAt, secondFactor, secondFactorAt, fromIdToken };
}

const LIVE_CODES_MAX = 3;
type CreateDeps = DbDeps & { publicUrl: string };

export const createWebSession: UserCall<'createWebSession', CreateDeps, 'sessionId'> = async (deps, _, { actor }) => {
	const { uid, sessionId } = actor;
	await ensureUserRecord(deps, uid);
	const { code, hash } = makeCode();
	const nowMs = deps.clock.now();
	const expiresAtMs = nowMs + HAND_OFF_LIFETIME_MS;
	await inTransaction(deps.db, async (tx) => {
		// Without this lock, parallel requests would exceed the limit.
		if (!(await lockUser(tx, uid))) throw callError('unauthenticated', 'unauthenticated');
		const table = 'web_session_codes';
		await trimCodes(tx, { table, uid, purpose: 'address', keep: LIVE_CODES_MAX - 1, nowMs });
		await insertCode(tx, { hash, uid, sessionId, purpose: 'address', expiresAtMs });
	});
	return { token: code, url: `${deps.publicUrl}/withdraw?token=${code}`, expiresAt: expiresAtMs };
};

/** Leaves the token unused. */
export const checkWebSession: UserCall<'checkWebSession', DbDeps> = async (deps, { token }, { actor: { uid } }) => {
	const { db, clock } = deps;
	const hash = hashCode(token);
	const owner = hash && (await selectCodeOwner(db, hash, clock.now()));
	return { is_of_another: owner !== undefined && owner !== uid };
};

export type HandOffDeps = DbDeps & { takeFromRateLimit: TakeFromRateLimit };

export const verifyWebSession: CallHandler<'verifyWebSession', HandOffDeps, { ip: string }> = async (
	deps,
	{ token },
	{ ip },
) => {
	const code = await exchange(deps, token);
	if (code !== undefined) return { token: code };
	const waitMs = await failedHandOff(deps, ip);
	throw waitMs === undefined ? callError('unauthenticated', 'hand-off-invalid') : tooOften(waitMs);
};

async function exchange({ db, clock }: HandOffDeps, token: string): Promise<string | undefined> {
	const addressHash = hashCode(token);
	if (!addressHash) return undefined;
	const { code, hash } = makeCode();
	return inTransaction(db, async (tx) => {
		const nowMs = clock.now();
		const used = await consumeCode(tx, { hash: addressHash, purpose: 'address', nowMs });
		if (!used) return undefined;
		await insertCode(tx, { ...used, hash, purpose: 'sign-in', expiresAtMs: nowMs + HAND_OFF_LIFETIME_MS });
		return code;
	});
}
