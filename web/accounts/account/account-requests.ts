import { useMemo } from 'react';
import type { AccountAnswer, SessionsAnswer } from '../../../contract/accounts/identity.ts';
import { type AskAuth, createAskAuth } from '../session/auth-requests.ts';
import { useSession } from '../session/session-context.tsx';

/** What a signed-in person may ask about their own account. Everything throws AuthError. */
export type AccountRequests = ReturnType<typeof createAccountRequests>;

type Done = { success: boolean };
export type AuthenticatorSecret = { totpURI: string; backupCodes: string[] };

/** Those marked fresh refuse with `auth/requires-recent-login` when the last sign-in was a while ago. */
export function createAccountRequests(ask: AskAuth) {
	return {
		readAccount: () => ask<AccountAnswer>('account'),
		listSessions: () => ask<SessionsAnswer>('list-sessions'),
		endSession: (id: string) => ask<{ revoked: boolean }>('revoke-session', { id }),
		endOtherSessions: () => ask<{ revoked: number }>('revoke-other-sessions', {}),
		/** @returns `sent` is false when the address is confirmed already. */
		mailVerificationAgain: () => ask<{ sent: boolean }>('send-verification-email', {}),
		/** Wants a recent sign-in. Ends all other sessions. */
		changePassword: (change: { currentPassword?: string; newPassword: string }) => ask<Done>('change-password', change),
		/** Wants a recent sign-in. The address changes when the link in the mail is used. */
		changeEmail: (newEmail: string) => ask<Done>('change-email', { newEmail }),
		/** Wants a recent sign-in. The authenticator counts after the first code was given. */
		beginAuthenticator: (password: string) => ask<AuthenticatorSecret>('two-factor/enable', { password }),
		/** Wants a recent sign-in, and the second factor given in this session. */
		removeAuthenticator: (password: string) => ask<Done>('two-factor/disable', { password }),
		/** Wants a recent sign-in, and the second factor given in this session. */
		renewRecoveryCodes: (password: string) =>
			ask<{ backupCodes: string[] }>('two-factor/generate-backup-codes', { password }),
	};
}

const askAuth = createAskAuth((...request) => fetch(...request));

/** The requests in the name of whoever is signed in. A refusal that says that the session is gone signs out here too. */
export function useAccountRequests(): AccountRequests {
	const session = useSession();
	return useMemo(() => createAccountRequests((path, body) => session.asOwner(() => askAuth(path, body))), [session]);
}
