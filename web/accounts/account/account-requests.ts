import { useMemo } from 'react';
import type { AccountAnswer, SessionsAnswer } from '../../../contract/accounts/identity.ts';
import { type AskAuth, createAskAuth } from '../session/auth-requests.ts';
import { useSession } from '../session/session-context.tsx';

export type AccountRequests = ReturnType<typeof createAccountRequests>;

type Done = { success: boolean };
export type AuthenticatorSecret = { totpURI: string; backupCodes: string[] };

/** Requests about the own account, throwing AuthError. Some need a recent sign-in, else `auth/requires-recent-login`. */
export function createAccountRequests(ask: AskAuth) {
	return {
		readAccount: () => ask<AccountAnswer>('account'),
		listSessions: () => ask<SessionsAnswer>('list-sessions'),
		endSession: (id: string) => ask<{ revoked: boolean }>('revoke-session', { id }),
		endOtherSessions: () => ask<{ revoked: number }>('revoke-other-sessions', {}),
		/** `sent` is false if the address is already verified. */
		mailVerificationAgain: () => ask<{ sent: boolean }>('send-verification-email', {}),
		/** Ends all other sessions. Needs a recent sign-in. */
		changePassword: (change: { currentPassword?: string; newPassword: string }) => ask<Done>('change-password', change),
		/** Needs a recent sign-in. Takes effect when the mailed link is used. */
		changeEmail: (newEmail: string) => ask<Done>('change-email', { newEmail }),
		/** Needs a recent sign-in. Takes effect after the first valid code. */
		beginAuthenticator: (password: string) => ask<AuthenticatorSecret>('two-factor/enable', { password }),
		/** Needs a recent sign-in with the second factor. */
		removeAuthenticator: (password: string) => ask<Done>('two-factor/disable', { password }),
		/** Needs a recent sign-in with the second factor. */
		renewRecoveryCodes: (password: string) =>
			ask<{ backupCodes: string[] }>('two-factor/generate-backup-codes', { password }),
	};
}

const askAuth = createAskAuth((...request) => fetch(...request));

export function useAccountRequests(): AccountRequests {
	const session = useSession();
	return useMemo(() => createAccountRequests((path, body) => session.asOwner(() => askAuth(path, body))), [session]);
}
