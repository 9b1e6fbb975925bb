import type { GenericEndpointContext } from 'better-auth';
import { getSessionFromCtx } from 'better-auth/api';
import { RECENT_SIGN_IN_MS } from '../../../contract/limits.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { type AccountState, selectAccountState } from '../account-store.ts';
import { authError } from '../auth-error.ts';

export type SignedIn = { sessionId: string; signedInAtMs: number; account: AccountState };

type Requirements = {
	isFresh?: boolean;
	isAgeOptional?: boolean;
};

/** @throws authError `user-token-expired`, `user-disabled`, `age-required`, `requires-recent-login`. */
export async function requireSession(
	ctx: GenericEndpointContext,
	{ db, clock }: { db: Database; clock: Clock },
	{ isFresh = false, isAgeOptional = false }: Requirements = {},
): Promise<SignedIn> {
	const found = await getSessionFromCtx(ctx, { disableRefresh: true });
	const account = found && (await selectAccountState(db, found.session.userId));
	if (!account) throw authError('user-token-expired');
	// A sign-in may race with the ban that ends all sessions.
	if (account.isBanned) throw authError('user-disabled');
	if (!account.ageKnown && !isAgeOptional) throw authError('age-required', refusal('age-unknown'));
	const signedInAtMs = found.session.createdAt.getTime();
	if (isFresh && clock.now() - signedInAtMs >= RECENT_SIGN_IN_MS) throw authError('requires-recent-login');
	return { sessionId: found.session.id, signedInAtMs, account };
}
