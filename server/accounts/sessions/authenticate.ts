import { APIError } from 'better-auth/api';
import type { FastifyRequest } from 'fastify';
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import { CallError } from '../../../contract/errors.ts';
import { callError, type Refusal, reasonMessageOf } from '../../../contract/refusals.ts';
import type { Clock } from '../../lib/clock-and-log.ts';
import type { DbDeps } from '../../lib/db/database.ts';
import { type Actor, type Authenticate, rememberCaller } from '../../lib/http/callers.ts';
import { type Languages, requestedLanguage } from '../../lib/language/language.ts';
import { refusalOf } from '../auth-error.ts';
import type { OpenIdToken } from '../id-tokens/id-token-sessions.ts';
import { type AuthenticateKey, KEY_PREFIX } from '../machine-keys/machine-keys.ts';
import { type CallerRow, selectCaller } from '../store.ts';
import { ensureUserRecord } from '../user-record/ensure-user-record.ts';
import type { LastAccess } from './last-access.ts';

type AccessToken = { uid: string; sessionId: string };
type VerifyAccessToken = (token: string) => Promise<AccessToken | undefined>;

/** Forged key ids must not cause a reload each time. */
const RELOAD_AT_MOST_EVERY_MS = 5_000;
const CLOCK_TOLERANCE_SECONDS = 5;

type VerifierDeps = { listKeys: () => Promise<JSONWebKeySet>; publicUrl: string; clock: Clock };

export function createAccessTokenVerifier({ listKeys, publicUrl, clock }: VerifierDeps): VerifyAccessToken {
	let keys: Promise<ReturnType<typeof createLocalJWKSet>> | undefined;
	let loadedAtMs = Number.NEGATIVE_INFINITY;

	function loadKeys() {
		loadedAtMs = clock.now();
		const loading = listKeys().then(createLocalJWKSet);
		keys = loading;
		loading.catch(() => {
			if (keys === loading) keys = undefined;
		});
		return loading;
	}

	async function verify(token: string, keySet: ReturnType<typeof createLocalJWKSet>): Promise<AccessToken> {
		const { payload } = await jwtVerify(token, keySet, {
			issuer: publicUrl,
			audience: publicUrl,
			algorithms: ['EdDSA'],
			requiredClaims: ['sub', 'sid', 'exp'],
			currentDate: new Date(clock.now()),
			clockTolerance: CLOCK_TOLERANCE_SECONDS,
		});
		return { uid: payload.sub as string, sessionId: payload.sid as string };
	}

	function newerKeys(used: typeof keys): typeof keys {
		if (keys !== used) return keys;
		return clock.now() - loadedAtMs >= RELOAD_AT_MOST_EVERY_MS ? loadKeys() : undefined;
	}

	return async (token) => {
		const used = keys ?? loadKeys();
		try {
			return await verify(token, await used).catch(async (error) => {
				const newer = error instanceof errors.JWKSNoMatchingKey ? newerKeys(used) : undefined;
				if (!newer) throw error;
				return verify(token, await newer);
			});
		} catch (error) {
			if (error instanceof errors.JOSEError) return undefined;
			throw error;
		}
	};
}

type Deps = DbDeps & {
	verifyAccessToken: VerifyAccessToken;
	openIdToken: OpenIdToken | undefined;
	authenticateKey: AuthenticateKey;
	lastAccess: Pick<LastAccess, 'touch'>;
	config: { legalContact: string; languages: Languages; requireAdminTotp: boolean };
};

type Admit = (request: FastifyRequest, claims: AccessToken) => Promise<Actor>;

/** @throws CallError */
export function createAdmit(deps: Deps): Admit {
	return async (request, claims) => {
		rememberCaller(request, claims.uid);
		const actor = await requireCaller(deps, claims);
		deps.lastAccess.touch(actor.uid, requestedLanguage(request.headers, deps.config.languages));
		return actor;
	};
}

export function createAuthenticate(deps: Deps, admit: Admit): Authenticate {
	return async (request, accepts) => {
		const { authorization } = request.headers;
		if (authorization === undefined) return undefined;
		const token = /^Bearer ([\w.-]+)$/i.exec(authorization)?.[1];
		if (token?.startsWith(KEY_PREFIX)) return deps.authenticateKey(token, request, accepts?.keyNeeds);
		const claims =
			token &&
			((await deps.verifyAccessToken(token)) ?? (accepts?.takesIdToken && (await fromIdToken(deps, token, request))));
		if (!claims) throw unauthenticated();
		return admit(request, claims);
	};
}

async function fromIdToken({ openIdToken }: Deps, token: string, request: FastifyRequest) {
	try {
		return await openIdToken?.(token, request);
	} catch (error) {
		if (!(error instanceof APIError)) throw error;
		const { http, body } = refusalOf(error.statusCode, error.body);
		const code = http === 429 ? 'resource-exhausted' : http === 503 ? 'unavailable' : 'permission-denied';
		throw new CallError(code, body as Refusal, { retryAfter: body.params?.seconds });
	}
}

async function requireCaller(deps: Deps, { uid, sessionId }: { uid: string; sessionId: string }): Promise<Actor> {
	const caller = await selectCaller(deps.db, { uid, sessionId, nowMs: deps.clock.now() });
	if (!caller) throw unauthenticated();
	// Checked before the session, because the ban's reason is more useful to the user.
	if (caller.banReason !== null) {
		throw callError('permission-denied', 'banned', {
			why: reasonMessageOf(caller.banReason),
			contact: deps.config.legalContact,
		});
	}
	if (!caller.signedIn) throw unauthenticated();
	if (!caller.ageKnown) throw callError('permission-denied', 'age-unknown');
	if (caller.confirmFirst && !caller.emailVerified) throw callError('permission-denied', 'confirm-email-first');
	if (!caller.recorded) await ensureUserRecord(deps, uid);
	const { staffRole, emailVerified, pausedReason } = caller;
	return { uid, sessionId, staffRole, emailVerified, pausedReason, missingStep: missingStepOf(caller, deps.config) };
}

/** Sign-ins by Google or by the app did not ask for the second factor. */
function missingStepOf(caller: CallerRow, config: Deps['config']): Actor['missingStep'] {
	if (caller.needsProvider) return 'provider-required';
	const isNeeded = caller.twoFactorEnabled || config.requireAdminTotp;
	if (caller.staffRole === null || !isNeeded || caller.secondFactor) return null;
	return caller.twoFactorEnabled ? 'totp-required' : 'totp-not-set-up';
}

const unauthenticated = (): CallError => callError('unauthenticated', 'unauthenticated');
