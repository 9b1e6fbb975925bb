import type { GenericEndpointContext, User } from 'better-auth';
import { getSessionFromCtx } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { CallError } from '../../../contract/errors.ts';
import { RECENT_SIGN_IN_MS } from '../../../contract/limits.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { DbDeps, Tx } from '../../lib/db/database.ts';
import { selectAccountState } from '../account-store.ts';
import { authError } from '../auth-error.ts';
import { type SignInProofs, selectSignInProofs } from './session-store.ts';

type MissingProof = 'second-factor-needed' | 'requires-recent-login';

/** An account with a second factor needs one as recent as the sign-in. */
export function missingProofOf(
	{ signedInAt, secondFactorAt, hasTwoFactor }: SignInProofs,
	nowMs: number,
): MissingProof | undefined {
	const isRecent = (at: Date | null) => at !== null && nowMs - at.getTime() < RECENT_SIGN_IN_MS;
	if (hasTwoFactor && !isRecent(secondFactorAt)) return 'second-factor-needed';
	return isRecent(signedInAt) ? undefined : 'requires-recent-login';
}

export async function requireRecentSignIn(tx: Tx, session: { uid: string; sessionId: string; nowMs: number }) {
	const proofs = await selectSignInProofs(tx, session);
	if (!proofs) throw new CallError('unauthenticated', refusal('must-be-logged-in'));
	const missing = missingProofOf(proofs, session.nowMs);
	if (missing) throw new CallError('permission-denied', refusal(missing));
}

type Requirements = {
	/** `with-second-factor` also requires a recent second factor, if the account has one. */
	isFresh?: boolean | 'with-second-factor';
	isAgeOptional?: boolean;
};

export async function requireSession(
	ctx: GenericEndpointContext,
	{ db, clock }: DbDeps,
	{ isFresh = false, isAgeOptional = false }: Requirements = {},
) {
	const found = await getSessionFromCtx(ctx, { disableRefresh: true });
	const account = found && (await selectAccountState(db, found.session.userId));
	if (!account) throw authError('user-token-expired');
	// Checked again, because a sign-in may race with the ban that ends all sessions.
	if (account.isBanned) throw authError('user-disabled');
	if (!account.ageKnown && !isAgeOptional) throw authError('age-required', refusal('age-unknown'));
	const nowMs = clock.now();
	const sessionId = found.session.id;
	const proofs = await selectSignInProofs(db, { uid: account.uid, sessionId, nowMs });
	if (!proofs) throw authError('user-token-expired');
	// An ID token of the app's project must not take over a staff account.
	if (isFresh && proofs.fromIdToken && account.staffRole !== null) throw authError('operation-not-allowed');
	const hasTwoFactor = proofs.hasTwoFactor && isFresh === 'with-second-factor';
	const missing = isFresh ? missingProofOf({ ...proofs, hasTwoFactor }, nowMs) : undefined;
	if (missing === 'requires-recent-login') throw authError(missing);
	if (missing) throw authError('operation-not-allowed', refusal(missing));
	const { signedInAt, secondFactor, fromIdToken } = proofs;
	return { sessionId, signedInAtMs: signedInAt.getTime(), secondFactor, fromIdToken, account };
}

/** @returns the answer of a sign-in. */
export async function openSessionFor(ctx: GenericEndpointContext, user: User, proofs: Record<string, unknown>) {
	const session = await ctx.context.internalAdapter.createSession(user.id, undefined, proofs);
	await setSessionCookie(ctx, { session, user });
	const { id, email, name, emailVerified } = user;
	return { token: session.token, user: { id, email, name, emailVerified } };
}
