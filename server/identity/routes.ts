import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { CallError } from '../../contract/errors.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/database.ts';
import { createGate } from '../lib/gate.ts';
import type { CallHandlers } from '../lib/http/calls.ts';
import { type TakeFromRateLimit, visitorOf } from '../lib/rate-limit.ts';
import { AUTH_PATH, type Auth, sessionCookieName, VISITOR_HEADER } from './auth.ts';
import { type AuthRefusal, authRefusal, refusalOf } from './auth-error.ts';
import { createUser } from './create-user.ts';
import { createWebSession } from './create-web-session.ts';
import { isEmailTaken } from './store.ts';
import { verifyWebSession } from './verify-web-session.ts';

type CallDeps = { db: Database; clock: Clock; takeFromRateLimit: TakeFromRateLimit; config: { publicUrl: string } };

/** Exchanges of a hand-off a minute and visitor. */
const HAND_OFF_LIMIT = { max: 10, windowMs: 60_000 };

/** Identity's share of the callables. */
export function identityCalls(deps: CallDeps) {
	const webSessionDeps = { ...deps, publicUrl: deps.config.publicUrl };
	return {
		createUser: (_input, { actor }) => createUser(deps, actor.uid),
		createWebSession: (_input, { actor }) => createWebSession(webSessionDeps, actor.uid),
		async verifyWebSession({ token }, { ip }) {
			const waitMs = await deps.takeFromRateLimit(`verify-web-session|${visitorOf(ip)}`, HAND_OFF_LIMIT);
			if (waitMs !== undefined) {
				throw new CallError('resource-exhausted', messages.overloaded, { retryAfter: Math.ceil(waitMs / 1000) });
			}
			return verifyWebSession(deps, token);
		},
	} satisfies Partial<CallHandlers>;
}

type RouteDeps = { auth: Auth; db: Database; config: { publicUrl: string } };

/** The only endpoints of better-auth that can be reached; every other one is not there. */
const served = new Set([
	'POST /sign-up/email',
	'POST /sign-in/email',
	'POST /sign-in/custom-token',
	'POST /sign-out',
	'GET /token',
	'GET /jwks',
]);
const hashesPassword = new Set(['/sign-up/email', '/sign-in/email']);
const answersSession = new Set(['/sign-up/email', '/sign-in/email', '/sign-in/custom-token']);
/** What better-auth gets to see of a request. Not among them: anything about proxies, and our own header. */
const forwardedHeaders = ['origin', 'referer', 'cookie', 'authorization', 'user-agent'];
const browserHeaders = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'];

const BODY_MAX_BYTES = 16 * 1024;
/**
 * libuv's threads, which do the hashing. It is made to be slow, and a sign-up keeps a database connection meanwhile:
 * without a limit, whoever sends many takes all connections from everybody else.
 */
const PASSWORDS_AT_ONCE = 4;
const PASSWORDS_WAITING = 100;
const KEYS_CACHED = 'public, max-age=300';

/** Serves `/auth/*`: better-auth behind an allow-list, its answers in the product's own form. */
export function identityRoutes(app: FastifyInstance, deps: RouteDeps): void {
	const passwords = createGate(PASSWORDS_AT_ONCE);
	const mount = { ...deps, cookieName: sessionCookieName(deps.config.publicUrl) };

	app.register(
		async (scope) => {
			scope.setErrorHandler((error: FastifyError, request, reply) => {
				const http = error.statusCode ?? 500;
				if (http >= 500) request.log.error({ err: withoutRow(error) }, 'an /auth request failed');
				return sendRefusal(reply, refusalOf(http, undefined));
			});
			scope.get('/password-policy', async (_request, reply) => {
				reply.header('cache-control', 'no-store');
				return { minLength: PASSWORD_LENGTH_MIN, maxLength: PASSWORD_LENGTH_MAX };
			});
			scope.all('/*', { bodyLimit: BODY_MAX_BYTES }, async (request, reply) => {
				const path = request.url.slice(AUTH_PATH.length).replace(/\?.*$/s, '');
				if (!served.has(`${request.method} ${path}`)) return sendRefusal(reply, notServed);
				const forward = () => answer(mount, path, request, reply);
				if (!hashesPassword.has(path)) return forward();
				if (passwords.waiting() < PASSWORDS_WAITING) return passwords.run(forward);
				return sendRefusal(reply.header('retry-after', 1), authRefusal('too-many-requests'));
			});
		},
		{ prefix: AUTH_PATH },
	);
}

const notServed: AuthRefusal = { ...authRefusal('operation-not-allowed'), http: 404 };

type Mount = RouteDeps & { cookieName: string };

async function answer(mount: Mount, path: string, request: FastifyRequest, reply: FastifyReply) {
	const hasCookie = request.headers.cookie?.includes(`${mount.cookieName}=`) ?? false;
	// Two credentials may be two people. A page that can add a bearer must not get to use the visitor's cookie as well.
	if (hasCookie && request.headers.authorization !== undefined) {
		return sendRefusal(reply, authRefusal('invalid-argument', messages.cookieAndBearer));
	}
	const isBrowser = hasCookie || isSentByBrowser(request);
	const response = await mount.auth.handler(forwardedRequest(mount, path, request, isBrowser));
	const body = (await response.json().catch(() => null)) as Record<string, unknown> | null;

	// An app keeps the token itself. A cookie besides would come back with the bearer from every client with a cookie jar.
	if (isBrowser) for (const cookie of lastOfEach(response.headers.getSetCookie())) reply.header('set-cookie', cookie);
	if (!response.ok) return sendRefusal(reply, await refusalFrom(mount, request, response, body, reply));

	reply.header('cache-control', path === '/jwks' ? KEYS_CACHED : 'no-store');
	if (path === '/token') return { token: body?.token, expiresAt: expiryOf(body?.token) };
	if (!answersSession.has(path)) return body;
	// A browser's session is its cookie, which no script can read: so no script may read the token from here either.
	const { token, ...rest } = body ?? {};
	return isBrowser ? rest : { token, ...rest };
}

/**
 * Browsers send `Origin` with every POST and `Sec-Fetch-Site` with everything; apps and servers send neither. (Node's
 * `fetch` sends `Sec-Fetch-Mode` alone, and is an app.)
 */
function isSentByBrowser({ headers }: FastifyRequest): boolean {
	return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

/** Built anew from what is known to be needed, so that nothing else a visitor sends reaches better-auth. */
function forwardedRequest({ config }: Mount, path: string, request: FastifyRequest, isBrowser: boolean): Request {
	const headers = new Headers({ [VISITOR_HEADER]: request.ip });
	for (const name of isBrowser ? [...forwardedHeaders, ...browserHeaders] : forwardedHeaders) {
		const value = request.headers[name];
		if (typeof value === 'string') headers.set(name, value);
	}
	const init: RequestInit = { method: request.method, headers };
	if (request.method === 'POST') {
		headers.set('content-type', 'application/json');
		init.body = JSON.stringify(isObject(request.body) ? request.body : {});
	}
	return new Request(`${config.publicUrl}${AUTH_PATH}${path}`, init);
}

async function refusalFrom(
	{ db }: Mount,
	request: FastifyRequest,
	response: Response,
	body: Record<string, unknown> | null,
	reply: FastifyReply,
): Promise<AuthRefusal> {
	const retryAfter = response.headers.get('x-retry-after');
	if (retryAfter) reply.header('retry-after', retryAfter);
	// What better-auth says both when two sign-ups took the same address at once and when anything else went wrong.
	if (body?.code === 'FAILED_TO_CREATE_USER') {
		const { email } = request.body as { email: string };
		return authRefusal((await isEmailTaken(db, email)) ? 'email-already-in-use' : 'internal-error');
	}
	return refusalOf(response.status, body);
}

function sendRefusal(reply: FastifyReply, { http, body }: AuthRefusal): FastifyReply {
	return reply.code(http).header('cache-control', 'no-store').send(body);
}

/** A dead session's cookie is taken away before a new one is set: the new one alone is what the browser should see. */
function lastOfEach(cookies: readonly string[]): Iterable<string> {
	return new Map(cookies.map((cookie) => [cookie.split('=', 1)[0], cookie])).values();
}

/** PostgreSQL's `detail` quotes the row it refused, and rows of these tables hold password hashes. */
function withoutRow({ name, message, stack, code }: FastifyError): object {
	return { type: name, message, stack, code };
}

/** Milliseconds since the epoch. */
function expiryOf(accessToken: unknown): number {
	const { exp } = decodeJwt(String(accessToken));
	return (exp ?? 0) * 1000;
}

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
