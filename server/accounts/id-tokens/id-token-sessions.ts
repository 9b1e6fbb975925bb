import { createHash, createHmac, randomUUID } from 'node:crypto';
import { APIError } from 'better-auth/api';
import type { FastifyRequest } from 'fastify';
import { personName } from '../../../contract/accounts/auth.ts';
import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { refusal } from '../../../contract/refusals.ts';
import { retentionMs } from '../../../contract/site/retention.ts';
import { type DbDeps, isDuplicate } from '../../lib/db/database.ts';
import { type TakeFromRateLimit, visitorOf } from '../../lib/http/callers.ts';
import { NoAnswer } from '../../lib/http/outbound.ts';
import { type AuthRefusal, authError, authRefusal, refusalOf, tooSoon } from '../auth-error.ts';
import type { FindByAlias } from '../external-ids/external-ids.ts';
import { hashSessionToken } from '../sessions/hashed-session-tokens.ts';
import type { IsServed } from '../sign-in/served-country.ts';
import { type ConfirmFirstConfig, confirmIfBeyond, SIGN_UP, SIGN_UPS_A_MINUTE } from '../sign-in/sign-in-limits.ts';
import { type AgeRefusal, isEmail } from '../sign-in/sign-up.ts';
import { insertAccount, openSession, selectOwner } from './store-id-tokens.ts';
import { createIdTokenVerifier, type FirebaseConfig, type IdToken } from './verify-id-token.ts';

/** @returns the authorization header, with a session token instead of an ID token. */
export async function credentialsOf(
	{ openIdToken }: { openIdToken: OpenIdToken | undefined },
	{ takesIdToken }: Pick<Endpoint, 'takesIdToken'>,
	request: FastifyRequest,
): Promise<string | undefined | AuthRefusal> {
	const { authorization } = request.headers;
	const idToken = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1];
	if (!takesIdToken || !idToken || !openIdToken) return authorization;
	try {
		const session = await openIdToken(idToken, request);
		return session?.isBanned ? authRefusal('user-disabled') : session && `Bearer ${session.token}`;
	} catch (error) {
		if (error instanceof APIError) return refusalOf(error.statusCode, error.body);
		throw error;
	}
}

type Deps = DbDeps & {
	takeFromRateLimit: TakeFromRateLimit;
	isServed: IsServed;
	ageRefusal: AgeRefusal;
	findByAlias: FindByAlias;
	config: ConfirmFirstConfig & { signUp: boolean };
	firebase: FirebaseConfig;
};

type IdTokenSession = { uid: string; sessionId: string; token: string; isBanned: boolean };

/** @throws authError if a new account is refused or Google does not answer. */
export type OpenIdToken = (
	token: string,
	visitor: Pick<FastifyRequest, 'ip' | 'headers'>,
) => Promise<IdTokenSession | undefined>;

const SESSION_MS = retentionMs('sessions');

export function createIdTokenSessions(deps: Deps): OpenIdToken {
	const { db, clock, config, firebase } = deps;
	const verify = createIdTokenVerifier(firebase, clock);
	const source = `firebase/${firebase.projectId}`;

	return async (idToken, { ip, headers }) => {
		const verified = await verify(idToken).catch((error) => {
			throw error instanceof NoAnswer ? authError('network-request-failed', refusal('google-away')) : error;
		});
		if (!verified) return undefined;
		const { sub, auth_time: seconds } = verified;
		const sessionId = uuidOf(`${source}\0${sub}\0${seconds}`);
		const token = createHmac('sha256', config.authSecret).update(`id token session\0${sessionId}`).digest('base64url');
		const at = new Date(seconds * 1000);
		const now = new Date(clock.now());
		const expiresAt = new Date(now.getTime() + SESSION_MS);
		const signIn = { source, sub, sessionId, at, openUntil: new Date(expiresAt.getTime() - DAY_MS) };
		const known = await selectOwner(db, signIn);
		// An id of a deleted account or of another site makes no account.
		if (!known && !(await deps.findByAlias(sub))) await signUp(deps, { ...verified, source }, ip);
		const owner = known ?? (await selectOwner(db, signIn));
		if (!owner?.isThere) return undefined;
		const { uid, isBanned } = owner;
		const session = { uid, sessionId, token, isBanned };
		if (isBanned || (owner.isOpen && !owner.isEnded)) return session;
		const row = { id: sessionId, uid, tokenHash: hashSessionToken(token), at, now, expiresAt, ip };
		return (await openSession(db, { ...row, userAgent: headers['user-agent'] ?? null })) ? session : undefined;
	};
}

function uuidOf(text: string): string {
	const digest = createHash('sha256').update(text).digest('hex');
	return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

async function signUp(deps: Deps, idToken: IdToken & { source: string }, ip: string): Promise<void> {
	const { db, config, takeFromRateLimit } = deps;
	const { email, sub, source, email_verified: verified, name } = idToken;
	if (!config.signUp) throw authError('operation-not-allowed', refusal('sign-up-off'));
	if (!deps.isServed(ip)) throw authError('operation-not-allowed', refusal('country-not-served'));
	if (!isEmail(email)) throw authError('invalid-email');
	if (await deps.ageRefusal.isRemembered({ email, ip })) throw authError('too-young');
	const limit = { max: SIGN_UPS_A_MINUTE, windowMs: MINUTE_MS };
	const waitMs = await takeFromRateLimit(`auth|${SIGN_UP}|${visitorOf(ip)}`, limit);
	if (waitMs !== undefined) throw tooSoon(waitMs);
	const uid = randomUUID();
	const account = { uid, source, sub, email: email.toLowerCase(), verified };
	try {
		await insertAccount(db, { ...account, name: personName.safeParse(name).data ?? 'Player' });
	} catch (error) {
		if (!isDuplicate(error)) throw error;
		if (!(await deps.findByAlias(sub))) throw authError('email-already-in-use');
		return;
	}
	await confirmIfBeyond(deps, { ip, uid });
}
