import type { GenericEndpointContext } from 'better-auth';
import { getSessionFromCtx } from 'better-auth/api';
import { refusal } from '../../../contract/refusals.ts';
import type { DbDeps } from '../../lib/db/database.ts';
import { selectAccountState } from '../account-store.ts';
import { authError } from '../auth-error.ts';
import { missingProofOf } from './require-recent-sign-in.ts';
import { selectSignInProofs } from './session-store.ts';

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
	const hasTwoFactor = proofs.hasTwoFactor && isFresh === 'with-second-factor';
	const missing = isFresh ? missingProofOf({ ...proofs, hasTwoFactor }, nowMs) : undefined;
	if (missing === 'requires-recent-login') throw authError(missing);
	if (missing) throw authError('operation-not-allowed', refusal(missing));
	const { signedInAt, secondFactor, fromIdToken } = proofs;
	return { sessionId, signedInAtMs: signedInAt.getTime(), secondFactor, fromIdToken, account };
}
