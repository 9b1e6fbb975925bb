import type { AuthErrorBody, AuthErrorCode } from '../../contract/errors.ts';
import type { AccessTokenAnswer } from '../../contract/identity.ts';

/** Specification section 9: the identity provider's network timeout. */
const AUTH_TIMEOUT_MS = 30_000;

/** A refusal of `/auth/*`, or `auth/network-request-failed` when nothing answered. */
export class AuthError extends Error {
	readonly code: AuthErrorCode;

	constructor(code: AuthErrorCode, message: string) {
		super(message);
		this.name = 'AuthError';
		this.code = code;
	}
}

/** The requests that travel with the session's cookie. The browser adds it; script never sees it. */
export type AuthRequests = {
	/** @returns undefined when nobody is signed in, or when the account may not be used any more. */
	accessToken(): Promise<AccessTokenAnswer | undefined>;
	signInWithCustomToken(token: string): Promise<void>;
	signInWithPassword(email: string, password: string): Promise<void>;
	signOut(): Promise<void>;
};

export function createAuthRequests(send: typeof fetch): AuthRequests {
	async function request(path: string, body?: object): Promise<Response> {
		try {
			return await send(`/auth/${path}`, {
				method: body ? 'POST' : 'GET',
				headers: body ? { 'content-type': 'application/json' } : {},
				...(body && { body: JSON.stringify(body) }),
				credentials: 'same-origin',
				cache: 'no-store',
				signal: AbortSignal.timeout(AUTH_TIMEOUT_MS),
			});
		} catch {
			throw new AuthError('auth/network-request-failed', '');
		}
	}

	async function refuseUnlessOk(answer: Response): Promise<Response> {
		if (answer.ok) return answer;
		const body: Partial<AuthErrorBody> = await answer.json().catch(() => ({}));
		throw new AuthError(body.code ?? 'auth/internal-error', body.message ?? '');
	}

	return {
		async accessToken() {
			const answer = await request('token');
			if (answer.status === 401 || answer.status === 403) return undefined;
			return (await refuseUnlessOk(answer)).json();
		},
		async signInWithCustomToken(token) {
			await refuseUnlessOk(await request('sign-in/custom-token', { token }));
		},
		async signInWithPassword(email, password) {
			await refuseUnlessOk(await request('sign-in/email', { email, password }));
		},
		async signOut() {
			const answer = await request('sign-out', {});
			if (answer.status !== 401) await refuseUnlessOk(answer);
		},
	};
}
