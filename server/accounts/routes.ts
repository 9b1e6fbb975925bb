import { APIError } from 'better-auth/api';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import type { z } from 'zod';
import { authEndpoints } from '../../contract/accounts/auth.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { WORK_HEADER } from '../../contract/limits.ts';
import { refusal } from '../../contract/refusals.ts';
import type { Clock } from '../lib/clock-and-log.ts';
import { type Database, outcomeIfUnavailable } from '../lib/db/database.ts';
import type { EventLog } from '../lib/event-log.ts';
import type { TakeFromRateLimit } from '../lib/http/callers.ts';
import type { RunCall } from '../lib/http/calls.ts';
import type { Turn } from '../lib/jobs/semaphores.ts';
import { OWN_PATH } from './account-endpoints.ts';
import { AUTH_PATH, cookieName, isListedCookie, SIGN_IN_PAGE } from './auth.ts';
import { type AuthRefusal, authRefusal, refusalOf, refusalToWait } from './auth-error.ts';
import type { Identity } from './create-identity.ts';
import { forwardedRequest, GOOGLE_RETURN, isReturn, isSentByBrowser } from './forwarded-request.ts';
import { credentialsOf } from './id-tokens/id-token-sessions.ts';
import { orTrouble } from './noticed-trouble.ts';
import { passwordPolicy } from './passwords/password-policy.ts';
import { OWN_ROUND } from './provider/provider-rounds.ts';
import { answerStart } from './sessions/answer-start.ts';
import { deviceInWords } from './sessions/device.ts';
import { readCookie, tokenOfSetCookies } from './sessions/session-cookie.ts';
import { touchSession } from './sessions/session-store.ts';
import { noteBrowser } from './sign-in/browsers.ts';
import { openRefusal, readGoogleReturn, sealRefusal } from './sign-in/google.ts';
import { KNOWN_DEVICE_SECONDS } from './sign-in/known-devices.ts';
import type { Attempt } from './sign-in/sign-in-attempts.ts';
import {
	type ConfirmFirstConfig,
	confirmIfBeyond,
	failedHandOff,
	isLimited,
	RESET,
	SIGN_IN,
	SIGN_UP,
	waitForSignInLimit,
} from './sign-in/sign-in-limits.ts';
import { LOCKED, LOCKED_FOR_MS } from './sign-in/two-factor.ts';
import { isEmailTaken } from './store.ts';

export type IdentityRouteDeps = {
	identity: Identity;
	db: Database;
	clock: Clock;
	takeFromRateLimit: TakeFromRateLimit;
	events: Pick<EventLog, 'note'>;
	runCall: RunCall;
	config: ConfirmFirstConfig & { publicUrl: string };
};

/** Cookies of an unfinished sign-in, which apps get too. */
const STEP_COOKIE = /\.(two_factor|state|dont_remember)=/;
const SIGN_IN_SOCIAL = '/sign-in/social';
const STAFF_SIGN_IN_PAGE = '/admin/login';

const BODY_MAX_BYTES = 16 * 1024;
const DATABASE_RETRY_SECONDS = 5;
const KEYS_CACHED = 'public, max-age=300';
const FLASH_SECONDS = 60;

export function identityRoutes(app: FastifyInstance, deps: IdentityRouteDeps): void {
	const { publicUrl } = deps.config;
	const cookies = {
		session: cookieName(publicUrl, 'session_token'),
		age: cookieName(publicUrl, 'age'),
		flash: cookieName(publicUrl, 'sign_in_error'),
		knownDevices: cookieName(publicUrl, 'known_devices'),
	};
	const ownPaths = new Set(Object.values(deps.identity.auth.api).map(({ path }) => path));
	const mount: Mount = { ...deps, cookies, ownPaths };
	app.addHook('preClose', async () => deps.identity.hashing.stop());

	app.register(
		async (scope) => {
			scope.setErrorHandler((error: FastifyError, request, reply) => {
				const http = error.statusCode ?? 500;
				if (http >= 500) request.log.error({ err: withoutRow(error) }, '/auth request failed');
				if (outcomeIfUnavailable(error)) {
					reply.header('retry-after', DATABASE_RETRY_SECONDS);
					const away = authRefusal('network-request-failed', refusal('database-away'));
					const path = pathBelow(request);
					return isReturn(path) ? refuseRound(mount, path, { request, reply }, away) : sendRefusal(reply, away);
				}
				return sendRefusal(reply, refusalOf(http, undefined));
			});
			scope.get('/password-policy', async (_request, reply) => {
				reply.header('cache-control', 'no-store');
				return passwordPolicy;
			});
			scope.get('/sign-in-error', async (request, reply) => tellSignInError(mount, request, reply));
			scope.get('/start', (request, reply) =>
				answerStart(mount, request, reply, {
					issueToken: () => answer(mount, { path: '/token', endpoint: {} }, request, reply),
					refuse: (refusal) => sendRefusal(reply, refusal),
				}),
			);
			scope.all('/*', { bodyLimit: BODY_MAX_BYTES }, async (request, reply) => {
				const path = pathBelow(request);
				const endpoint = served.get(`${request.method} ${AUTH_PATH}${path}`);
				if (!endpoint) return sendRefusal(reply, notServed);
				return answer(mount, { path, endpoint }, request, reply);
			});
		},
		{ prefix: AUTH_PATH },
	);
}

const pathBelow = ({ url }: FastifyRequest) => url.slice(AUTH_PATH.length).replace(/\?.*$/s, '');

const notServed: AuthRefusal = { ...authRefusal('operation-not-allowed'), http: 404 };
const notJson: AuthRefusal = authRefusal('invalid-argument', refusal('json-required'));

type Body = Record<string, unknown>;
type Mount = IdentityRouteDeps & {
	cookies: { session: string; age: string; flash: string; knownDevices: string };
	ownPaths: ReadonlySet<string>;
};
/** `signsIn`: apps get the session token, browsers never do. `door` validates the body before better-auth does. */
type AuthEndpoint = Pick<Endpoint, 'takesIdToken'> & {
	body?: z.ZodObject;
	hashes?: boolean;
	signsIn?: boolean;
	door?: z.ZodType | undefined;
};
type Served = { path: string; endpoint: AuthEndpoint };
type Visit = { request: FastifyRequest; reply: FastifyReply };

const served: ReadonlyMap<string, AuthEndpoint> = new Map(
	Object.entries<Endpoint & Omit<AuthEndpoint, 'door'>>(authEndpoints).map(([address, each]) => [
		address,
		{ ...each, door: each.body?.partial() },
	]),
);

async function answer(mount: Mount, target: Served, request: FastifyRequest, reply: FastifyReply) {
	const { path } = target;
	const visit = { request, reply };
	const hasCookie = readCookie(request.headers.cookie, mount.cookies.session) !== undefined;
	// Cookie and bearer token may belong to different users, so requests with both are refused.
	if (hasCookie && request.headers.authorization !== undefined) {
		return sendRefusal(reply, authRefusal('invalid-argument', refusal('cookie-and-bearer')));
	}
	// Browsers send other content types without a CORS preflight.
	if (request.method === 'POST' && !isJson(request)) return sendRefusal(reply, notJson);
	const body = request.method === 'POST' ? bodyFor(mount, target, request.body ?? {}) : null;
	if (body === undefined) return sendRefusal(reply, authRefusal('invalid-argument'));
	const attempt = attemptOf(mount, request);
	const { attempts, hashing, signInOrder, proofOfWork } = mount.identity;
	const work = path === SIGN_IN && attempt.device === undefined ? request.headers[WORK_HEADER] : undefined;
	const hasWork = proofOfWork.isSolved(work, request.ip);
	if (work && !hasWork && hashing.isBusy()) {
		reply.header(WORK_HEADER, proofOfWork.challenge(request.ip));
		return sendRefusal(reply, refusalToWait(1_000));
	}
	const turn = signInOrder.turnOf(path, attempt, hasWork);
	const door = { takeFromRateLimit: mount.takeFromRateLimit, attempts, ...hashing };
	const waitMs = await waitForSignInLimit(door, path, { attempt, turn });
	if (waitMs !== undefined) {
		logOutcome(mount, path, request, 'auth/too-many-requests');
		return sendRefusal(reply, refusalToWait(waitMs));
	}

	const isBrowser = hasCookie || isSentByBrowser(request) || isReturn(path);
	const authorization = await credentialsOf(mount.identity, target.endpoint, request);
	if (typeof authorization === 'object') return sendRefusal(reply, authorization);
	const forwarded = forwardedRequest(mount, { path, authorization, isBrowser }, request, body);
	const response = await orTrouble(() => handle(mount, path, turn, forwarded));
	const answered = (await response.json().catch(() => null)) as Body | null;
	// An app with a cookie jar would send the cookie along with the bearer token.
	const setCookies = response.headers.getSetCookie();
	for (const cookie of lastOfEach(setCookies)) {
		if (!isListedCookie(mount.config.publicUrl, cookie)) continue;
		if (isBrowser || STEP_COOKIE.test(cookie)) reply.header('set-cookie', cookie);
	}
	if (isReturn(path)) return finishRound(mount, path, visit, response, answered);
	if (!response.ok) {
		const refusal = await refusalFrom(mount, visit, response, answered);
		logOutcome(mount, path, request, refusal.body.code);
		if (refusal.body.code === 'auth/too-young') await rememberAge(mount, visit, isBrowser);
		return sendRefusal(reply, refusal);
	}
	logOutcome(mount, path, request, 'done', (answered?.user as { id?: string } | undefined)?.id);
	await noteSuccess(mount, path, attempt, answered);
	if (path === SIGN_UP) await confirmFirst(mount, attempt, answered);
	if (isBrowser) await rememberDevice(mount, target, visit, answered);
	reply.header('cache-control', path === '/jwks' ? KEYS_CACHED : 'no-store');
	const newToken = isBrowser ? undefined : tokenOfSetCookies(setCookies, mount.cookies.session);
	return presentable(target, answered, newToken);
}

async function handle({ identity }: Mount, path: string, turn: Turn, forwarded: Request): Promise<Response> {
	const { auth, hashing } = identity;
	const forward = () => auth.handler(forwarded);
	if (path !== SIGN_UP && path !== RESET) return hashing.runFor(turn, forward);
	const inTurn = path === RESET ? hashing.lookingUp : hashing.inTurn;
	// Waits for its turn first, because a sign-up holds a connection while hashing.
	return inTurn(turn, forward).catch((error) => {
		if (error instanceof APIError)
			return Response.json(error.body, { status: error.statusCode, headers: error.headers });
		throw error;
	});
}

function logOutcome({ events }: Mount, path: string, request: FastifyRequest, outcome: string, uid?: string): void {
	if (request.method === 'GET' && !isReturn(path)) return;
	const { log, ip, headers } = request;
	log.info({ path: AUTH_PATH + path, outcome, uid, ip }, 'identity');
	const device = deviceInWords(headers['user-agent'] ?? null);
	events.note({ source: 'sign-in', what: AUTH_PATH + path, outcome, uid, ip, device });
}

/** @param newToken replaces better-auth's `token`, which may belong to an ended session. */
function presentable({ path, endpoint }: Served, body: Body | null, newToken: string | undefined): unknown {
	if (path === '/token') return { token: body?.token, expiresAt: expiryOf(body?.token) };
	if (path === '/two-factor/disable' || path === RESET) return { success: true };
	if (!endpoint.signsIn) return body;
	// Scripts must not read a browser's session token.
	const { token: _, ...rest } = body ?? {};
	return newToken === undefined ? rest : { token: newToken, ...rest };
}

async function noteSuccess({ identity, db, clock }: Mount, path: string, attempt: Attempt, body: Body | null) {
	if (isLimited(path)) identity.signInOrder.succeed(attempt);
	if (path === SIGN_IN) await identity.attempts.succeed(attempt);
	if (path !== '/token') return;
	const { sid } = decodeJwt(String(body?.token));
	await touchSession(db, { id: String(sid), nowMs: clock.now() });
}

async function confirmFirst(mount: Mount, { ip }: Attempt, body: Body | null): Promise<void> {
	const { id: uid } = (body?.user ?? {}) as { id?: unknown };
	if (typeof uid === 'string') await confirmIfBeyond(mount, { ip, uid });
}

async function rememberDevice(mount: Mount, { path, endpoint }: Served, visit: Visit, body: Body | null) {
	const { request, reply } = visit;
	const { identity, cookies, db, clock } = mount;
	const before = readCookie(request.headers.cookie, cookies.knownDevices);
	const uid = path === '/token' ? decodeJwt(String(body?.token)).sub : (body?.user as { id?: string } | undefined)?.id;
	const at = new Date(clock.now());
	const email = endpoint.signsIn ? (body?.user as { email?: unknown } | undefined)?.email : body?.email;
	const signedIn = typeof email === 'string' && (path === RESET || endpoint.signsIn);
	const value = signedIn ? identity.knownDevices.withAccount(before, email) : before;
	if (signedIn) setKnownDevices(mount, reply, value);
	const browser = identity.knownDevices.browserOf(value);
	if (uid !== undefined && browser !== undefined) await noteBrowser(db, { uid, browser, at });
}

function setKnownDevices({ cookies, config }: Mount, reply: FastifyReply, value = ''): void {
	const age = `Max-Age=${KNOWN_DEVICE_SECONDS}`;
	reply.header('set-cookie', `${cookies.knownDevices}=${value}; ${age}; ${cookieAttributes(config)}`);
}

function bodyFor({ ownPaths, config }: Mount, { path, endpoint }: Served, sent: unknown): Body | undefined {
	if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return undefined;
	const isReadInside = path === SIGN_UP || ownPaths.has(OWN_PATH + path);
	if (!isReadInside && !endpoint.door?.safeParse(sent).success) return undefined;
	if (path !== SIGN_IN_SOCIAL) return sent as Body;
	const { provider, callbackURL = '/' } = sent as { provider?: unknown; callbackURL?: string };
	return {
		provider,
		callbackURL: config.publicUrl + callbackURL,
		newUserCallbackURL: `${config.publicUrl}/sign-up?step=age`,
		errorCallbackURL: config.publicUrl + SIGN_IN_PAGE,
	};
}

function finishRound(mount: Mount, path: string, visit: Visit, response: Response, body: unknown) {
	const { request, reply } = visit;
	const location = response.headers.get('location');
	const { error } = request.query as { error?: string };
	const refusal = readGoogleReturn(location, { status: response.status, body }, error);
	logOutcome(mount, path, request, refusal?.body.code ?? 'done');
	if (refusal) return refuseRound(mount, path, visit, refusal);
	const before = readCookie(request.headers.cookie, mount.cookies.knownDevices);
	if (before === undefined) setKnownDevices(mount, reply, mount.identity.knownDevices.newBrowser());
	return reply.header('cache-control', 'no-store').redirect(location as string, 302);
}

/** Leads back to a page that shows the refusal. */
function refuseRound({ cookies, config }: Mount, path: string, { request, reply }: Visit, { body }: AuthRefusal) {
	const value = sealRefusal(body, config.authSecret);
	reply.header('set-cookie', `${cookies.flash}=${value}; Max-Age=${FLASH_SECONDS}; ${cookieAttributes(config)}`);
	const { state } = request.query as { state?: unknown };
	const ownPage = String(state).startsWith(OWN_ROUND) ? '/account' : STAFF_SIGN_IN_PAGE;
	const page = path === GOOGLE_RETURN ? SIGN_IN_PAGE : ownPage;
	reply.header('cache-control', 'no-store');
	return reply.redirect(`${config.publicUrl}${page}?error=${body.code.slice('auth/'.length)}`, 302);
}

function tellSignInError({ cookies, config }: Mount, request: FastifyRequest, reply: FastifyReply): FastifyReply {
	const refusal = openRefusal(readCookie(request.headers.cookie, cookies.flash), config.authSecret);
	reply.header('cache-control', 'no-store');
	if (!refusal) return reply.send({ code: null, message: null });
	reply.header('set-cookie', `${cookies.flash}=; Max-Age=0; ${cookieAttributes(config)}`);
	return reply.send(refusal);
}

async function rememberAge({ identity, cookies, config }: Mount, { request, reply }: Visit, isBrowser: boolean) {
	const cookie = `${cookies.age}=${identity.ageRefusal.cookieValue}; ${cookieAttributes(config)}`;
	if (isBrowser) reply.header('set-cookie', cookie);
	const { email } = request.body as { email?: unknown };
	if (typeof email === 'string') await identity.ageRefusal.remember({ email, ip: request.ip });
}

function cookieAttributes({ publicUrl }: { publicUrl: string }): string {
	return `Path=${AUTH_PATH}; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`;
}

async function refusalFrom(mount: Mount, { request }: Visit, response: Response, body: Body | null) {
	const retryAfter = Number(response.headers.get('x-retry-after'));
	if (retryAfter > 0) return refusalToWait(retryAfter * 1000);
	if (body?.code === LOCKED) return refusalToWait(LOCKED_FOR_MS);
	// better-auth returns this code for an address that a concurrent sign-up took, and for other failures.
	if (body?.code === 'FAILED_TO_CREATE_USER') {
		const { email } = request.body as { email: string };
		return authRefusal((await isEmailTaken(mount.db, email)) ? 'email-already-in-use' : 'internal-error');
	}
	const failed = refusalOf(response.status, body);
	if (failed.body.code !== 'auth/invalid-custom-token') return failed;
	const waitMs = await failedHandOff(mount, request.ip);
	return waitMs === undefined ? failed : refusalToWait(waitMs);
}

function attemptOf({ identity, cookies }: Mount, request: FastifyRequest): Attempt {
	const { email: sent } = (request.body ?? {}) as { email?: unknown };
	const email = typeof sent === 'string' ? sent : '';
	const device = identity.knownDevices.deviceOf(readCookie(request.headers.cookie, cookies.knownDevices), email);
	return { email, ip: request.ip, device };
}

function isJson({ headers, body }: FastifyRequest): boolean {
	if (headers['content-type'] === undefined) return body === undefined;
	return /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
}

function sendRefusal(reply: FastifyReply, { http, body }: AuthRefusal): FastifyReply {
	if (http === 429 && body.params?.seconds) reply.header('retry-after', body.params.seconds);
	return reply.code(http).header('cache-control', 'no-store').send(body);
}

/** better-auth clears an ended session's cookie before it sets a new one. */
function lastOfEach(cookies: readonly string[]): Iterable<string> {
	return new Map(cookies.map((cookie) => [cookie.split('=', 1)[0], cookie])).values();
}

/** PostgreSQL's `detail` quotes the row and may contain password hashes. */
function withoutRow({ name, message, stack, code }: FastifyError): object {
	return { type: name, message, stack, code };
}

function expiryOf(accessToken: unknown): number {
	const { exp } = decodeJwt(String(accessToken));
	return (exp ?? 0) * 1000;
}
