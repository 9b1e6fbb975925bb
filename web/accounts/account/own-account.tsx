import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import type { AccountAnswer, Passkey, SessionsAnswer } from '../../../contract/accounts/identity.ts';
import { useReadAccount } from '../../lib/calls/clients.tsx';
import { type RequestState, useRequest } from '../../lib/calls/use-request.ts';
import { createRequestAuth, type RequestAuth } from '../session/auth-requests.ts';
import { useSession } from '../session/session-context.tsx';

type OwnAccount = RequestState<AccountAnswer> & { version: number };

const OwnAccountContext = createContext<OwnAccount | undefined>(undefined);

export function OwnAccountProvider({ children }: { children: ReactNode }) {
	const [version, setVersion] = useState(0);
	const loaded = useRequest(useReadAccount());
	const reload = async () => {
		setVersion((before) => before + 1);
		await loaded.reload();
	};
	return <OwnAccountContext value={{ ...loaded, reload, version }}>{children}</OwnAccountContext>;
}

export function useOwnAccount(): OwnAccount {
	const account = use(OwnAccountContext);
	if (!account) throw new Error('no provider of the own account above this component');
	return account;
}

export function useOwnSessions() {
	const { listSessions } = useAccountRequests();
	const { version } = useOwnAccount();
	const loaded = useRequest(listSessions);
	const { reload } = loaded;
	useEffect(() => {
		if (version > 0) void reload();
	}, [version, reload]);
	return loaded;
}

type AccountRequests = ReturnType<typeof createAccountRequests>;

type Done = { success: boolean };
export type AuthenticatorSecret = { totpURI: string; backupCodes: string[] };

/** Requests throw AuthError, `auth/requires-recent-login` if the sign-in is too old. */
function createAccountRequests(requestAuth: RequestAuth) {
	return {
		listSessions: () => requestAuth<SessionsAnswer>('list-sessions'),
		endSession: (id: string) => requestAuth<{ revoked: boolean }>('revoke-session', { id }),
		endOtherSessions: () => requestAuth<{ revoked: number }>('revoke-other-sessions', {}),
		listPasskeys: () => requestAuth<{ passkeys: Passkey[] }>('passkey/list'),
		/** Both need a recent sign-in. */
		addPasskey: async (name: string) => {
			const { options } = await requestAuth<{ options: object }>('passkey/options', {});
			const { askPasskey } = await import('../sign-in/passkey.ts');
			return requestAuth<Done>('passkey/add', { name, response: await askPasskey('create', options) });
		},
		removePasskey: (id: string) => requestAuth<{ removed: boolean }>('passkey/remove', { id }),
		/** `sent` is false if the address is already verified. */
		mailVerificationAgain: () => requestAuth<{ sent: boolean }>('send-verification-email', {}),
		/** Ends all other sessions. Needs a recent sign-in. */
		changePassword: (change: { currentPassword?: string; newPassword: string }) =>
			requestAuth<Done>('change-password', change),
		/** Needs a recent sign-in. Takes effect when the mailed link is used. */
		changeEmail: (newEmail: string) => requestAuth<Done>('change-email', { newEmail }),
		/** Needs a recent sign-in. Takes effect after the first valid code. */
		beginAuthenticator: (password: string) => requestAuth<AuthenticatorSecret>('two-factor/enable', { password }),
		removeAuthenticator: (password: string) => requestAuth<Done>('two-factor/disable', { password }),
		renewRecoveryCodes: (password: string) =>
			requestAuth<{ backupCodes: string[] }>('two-factor/generate-backup-codes', { password }),
	};
}

const requestAuth = createRequestAuth((...request) => fetch(...request));

export function useAccountRequests(): AccountRequests {
	const session = useSession();
	return useMemo(
		() => createAccountRequests((path, body) => session.asOwner(() => requestAuth(path, body))),
		[session],
	);
}
