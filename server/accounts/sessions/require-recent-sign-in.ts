import { CallError } from '../../../contract/errors.ts';
import { RECENT_SIGN_IN_MS } from '../../../contract/limits.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { Tx } from '../../lib/db/database.ts';
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

export async function requireRecentSignIn(
	tx: Tx,
	session: { uid: string; sessionId: string; nowMs: number },
): Promise<void> {
	const proofs = await selectSignInProofs(tx, session);
	if (!proofs) throw new CallError('unauthenticated', refusal('must-be-logged-in'));
	const missing = missingProofOf(proofs, session.nowMs);
	if (missing) throw new CallError('permission-denied', refusal(missing));
}
