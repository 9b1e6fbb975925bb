import type { AccessTokenAnswer } from '../../../contract/accounts/identity.ts';
import type { AuthErrorBody, AuthErrorCode } from '../../../contract/errors.ts';
import type { StartAnswer } from '../../lib/calls/first-data.ts';
import { inOwnLanguage } from '../../lib/format/in-own-language.ts';
import { m } from '../../texts/messages.js';

/** Specification section 9: the identity provider's network timeout. */
const AUTH_TIMEOUT_MS = 30_000;

/** A refusal of `/auth/*`, or `auth/network-request-failed` without a response. */
export class AuthError extends Error {
	readonly code: AuthErrorCode;
	readonly wasAnswered: boolean;
	readonly reason: string | undefined;

	constructor(
		code: AuthErrorCode,
		message: string,
		{ wasAnswered = false, reason }: { wasAnswered?: boolean; reason?: string | undefined } = {},
	) {
		super(message);
		this.reason = reason;
		this.name = 'AuthError';
		this.code = code;
		this.wasAnswered = wasAnswered;
	}
}

export type PasswordOutcome = 'signed-in' | 'second-factor-wanted';

export type SecondFactor = { kind: 'authenticator' | 'recovery'; code: string };

/** Requests with the session cookie, which scripts cannot read. */
export type AuthRequests = ReturnType<typeof createAuthRequests>;

/** Requests `/auth/{path}`: POST with a body, else GET. @throws AuthError */
export type RequestAuth = <Answer>(path: string, body?: object) => Promise<Answer>;

export function createRequestAuth(send: typeof fetch): RequestAuth {
	return async (path, body) => (await refuseUnlessOk(await request(send, path, body))).json();
}

type EarlyStart = { take(): Promise<Response> | undefined; keep(answer: StartAnswer): void };

export function createAuthRequests(send: typeof fetch, early?: EarlyStart) {
	const requestAuth = createRequestAuth(send);
	return {
		/** Undefined for a guest or a blocked account. */
		async accessToken(): Promise<AccessTokenAnswer | undefined> {
			const start = await early?.take()?.catch(() => undefined);
			if (start?.status === 401) return undefined;
			if (start?.ok) {
				const answer: StartAnswer = await start.json();
				early?.keep(answer);
				return answer;
			}
			const answer = await request(send, 'token');
			if (answer.status === 401 || answer.status === 403) return undefined;
			return (await refuseUnlessOk(answer)).json();
		},
		signInWithCustomToken: (token: string) => requestAuth<void>('sign-in/custom-token', { token }),
		signInWithPassword: (email: string, password: string) =>
			import('./sign-in-with-password.ts').then(({ signInWithPassword }) =>
				signInWithPassword(send, { email, password }),
			),
		/** Also completes a session that still lacks its second factor. */
		giveSecondFactor: ({ kind, code }: SecondFactor) =>
			requestAuth<void>(`two-factor/verify-${kind === 'authenticator' ? 'totp' : 'backup-code'}`, { code }),
		async signOut(): Promise<void> {
			const answer = await request(send, 'sign-out', {});
			if (answer.status !== 401) await refuseUnlessOk(answer);
		},
	};
}

export async function request(send: typeof fetch, path: string, body?: object): Promise<Response> {
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
		throw new AuthError('auth/network-request-failed', m.refusal_auth_network_request_failed());
	}
}

export async function refuseUnlessOk(answer: Response): Promise<Response> {
	if (answer.ok) return answer;
	const body: Partial<AuthErrorBody> = await answer.json().catch(() => ({}));
	const wasAnswered = body.code !== undefined;
	throw new AuthError(body.code ?? 'auth/internal-error', await inOwnLanguage({ message: '', ...body }), {
		wasAnswered,
		reason: body.reason,
	});
}
