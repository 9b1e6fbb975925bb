import type { IncomingMessage } from 'node:http';
import { type OutgoingRequest, openRequest, sendRequest } from '../http/send-request.ts';

export class ProductRefusal extends Error {
	/** 0 if the product did not respond. */
	readonly status: number;
	readonly code: string;

	constructor(status: number, code: string, message: string) {
		super(message);
		this.status = status;
		this.code = code;
	}
}

export type SignUp = { email: string; password: string; name: string; birthDate: string };
export type ProductClient = ReturnType<typeof createProductClient>;

const TIMEOUT_MS = 70_000;

const authSentences: Record<string, string> = {
	'auth/invalid-credential': 'Wrong email address or password.',
	'auth/wrong-password': 'Wrong email address or password.',
	'auth/user-not-found': 'Wrong email address or password.',
	'auth/email-already-in-use': 'An account with this email address already exists. Sign in instead.',
	'auth/invalid-email': 'Enter a valid email address.',
	'auth/weak-password': 'This password is too short. Choose a longer one.',
	'auth/too-many-requests': 'Too many tries. Try again later.',
};

/** Acts like a mobile app: no Origin, no cookies. Every method throws {@link ProductRefusal}. */
export function createProductClient(productUrl: () => string) {
	async function send(request: Pick<OutgoingRequest, 'method'> & { path: string; bearer?: string; body?: unknown }) {
		const answer = await reach(() =>
			sendRequest({
				method: request.method,
				url: productUrl() + request.path,
				headers: appHeaders(request.bearer),
				timeoutMs: TIMEOUT_MS,
				...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
			}),
		);
		const body = parseObject(answer.text);
		if (answer.status < 200 || answer.status > 299) throw refusalFrom(answer.status, body);
		if (!body) throw new ProductRefusal(answer.status, 'unreadable', 'The response is unreadable.');
		return body;
	}

	async function reach<Result>(request: () => Promise<Result>): Promise<Result> {
		try {
			return await request();
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			const message = `${productUrl()} doesn't respond (${reason}). Check that it is running.`;
			throw new ProductRefusal(0, 'unreachable', message);
		}
	}

	function appHeaders(bearer: string | undefined): Record<string, string> {
		const headers: Record<string, string> = {
			'content-type': 'application/json',
			'user-agent': 'rewards-app/1.0 (phone)',
		};
		if (bearer !== undefined) headers.authorization = `Bearer ${bearer}`;
		return headers;
	}

	async function signedIn(path: string, body: unknown): Promise<string> {
		const answer = await send({ method: 'POST', path, body });
		if (answer.twoFactorRedirect === true) {
			throw new ProductRefusal(200, 'two-factor', 'This account needs a code. Sign in on the website instead.');
		}
		if (typeof answer.token !== 'string') {
			throw new ProductRefusal(200, 'no-token', 'The response has no session token.');
		}
		return answer.token;
	}

	return {
		signUp: (fields: SignUp) => signedIn('/auth/sign-up/email', fields),
		signIn: (fields: { email: string; password: string }) => signedIn('/auth/sign-in/email', fields),

		async signOut(sessionToken: string): Promise<void> {
			await send({ method: 'POST', path: '/auth/sign-out', bearer: sessionToken, body: {} });
		},

		async accessToken(sessionToken: string): Promise<{ token: string; expiresAtMs: number }> {
			const answer = await send({ method: 'GET', path: '/auth/token', bearer: sessionToken });
			if (typeof answer.token !== 'string')
				throw new ProductRefusal(200, 'no-token', 'The response has no access token.');
			return { token: answer.token, expiresAtMs: typeof answer.expiresAt === 'number' ? answer.expiresAt : 0 };
		},

		async call(name: string, payload: unknown, accessToken: string): Promise<unknown> {
			const answer = await send({ method: 'POST', path: `/api/${name}`, bearer: accessToken, body: { data: payload } });
			if (!('result' in answer)) throw new ProductRefusal(200, 'unreadable', 'Response is missing data field.');
			return answer.result;
		},

		openLive(uid: string, accessToken: string, lastEventId: string | undefined): Promise<IncomingMessage> {
			const headers: Record<string, string> = { ...appHeaders(accessToken), accept: 'text/event-stream' };
			if (lastEventId !== undefined) headers['last-event-id'] = lastEventId;
			const url = `${productUrl()}/data/users/${encodeURIComponent(uid)}/live`;
			return reach(() => openRequest({ method: 'GET', url, headers, timeoutMs: 0 }));
		},
	};
}

type JsonObject = Record<string, unknown>;

function parseObject(text: string): JsonObject | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? (value as JsonObject) : undefined;
	} catch {
		return undefined;
	}
}

/** Callables return `{error: {status, message}}`, sign-in returns `{code, message}`. */
function refusalFrom(status: number, body: JsonObject | undefined): ProductRefusal {
	const error = (body?.error ?? body ?? {}) as JsonObject;
	const code = String(error.status ?? error.code ?? status);
	// A message without a space is a code for developers.
	const message = typeof error.message === 'string' && error.message.includes(' ') ? error.message : undefined;
	if (status >= 500) return new ProductRefusal(status, code, `The product returned an error (${status}). Try again.`);
	return new ProductRefusal(
		status,
		code,
		message ?? authSentences[code] ?? `The product rejected the request (${status}).`,
	);
}
