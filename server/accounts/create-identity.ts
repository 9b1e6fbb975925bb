import type { Log } from '../lib/clock-and-log.ts';
import type { DbDeps } from '../lib/db/database.ts';
import type { EventLog } from '../lib/event-log.ts';
import { createRateLimit, type TakeFromRateLimit } from '../lib/http/callers.ts';
import type { SecretBox } from '../lib/secrets/secret-box.ts';
import { type Auth, type AuthDeps, createAuth } from './auth.ts';
import type { FindByAlias } from './external-ids/external-ids.ts';
import { createIdTokenSessions } from './id-tokens/id-token-sessions.ts';
import type { FirebaseConfig } from './id-tokens/verify-id-token.ts';
import { createKeyAuthenticator } from './machine-keys/machine-keys.ts';
import { createHashing, type PasswordHashing } from './passwords/hashing.ts';
import { createProviderClient } from './provider/provider-client.ts';
import { createAccessTokenVerifier, createAdmit, createAuthenticate } from './sessions/authenticate.ts';
import { createLastAccess } from './sessions/last-access.ts';
import { createKnownDevices } from './sign-in/known-devices.ts';
import { createProofOfWork } from './sign-in/proof-of-work.ts';
import type { IsServed } from './sign-in/served-country.ts';
import { createSignInAttempts, noSignInAttempts } from './sign-in/sign-in-attempts.ts';
import type { ConfirmFirstConfig } from './sign-in/sign-in-limits.ts';
import { createSignInOrder } from './sign-in/sign-in-order.ts';
import { createAgeRefusal } from './sign-in/sign-up.ts';
import { retireSigningKeys, selectLiveSessions } from './store.ts';

/** Retires a key encrypted with another AUTH_SECRET; its tokens stay valid. */
async function ensureSigningKey({ auth, db, clock, log }: { auth: Auth } & IdentityDeps): Promise<void> {
	const sign = () => auth.api.signJWT({ body: { payload: { sub: 'start' } } });
	try {
		await sign();
	} catch (error) {
		if (!isUnreadableKey(error)) throw error;
		log.warn({}, 'AUTH_SECRET has changed: created a new signing key, and users have to sign in again');
		await retireSigningKeys(db, clock.now());
		await sign();
	}
}

function isUnreadableKey(error: unknown): boolean {
	return error instanceof Error && error.message.startsWith('Failed to decrypt private key');
}

export type IdentityDeps = DbDeps & {
	log: Log;
	events: Pick<EventLog, 'note'>;
	takeFromRateLimit: TakeFromRateLimit;
	isServed: IsServed;
	secretBox: SecretBox;
	passwordHashing?: PasswordHashing | undefined;
	findByAlias: FindByAlias;
	config: AuthDeps['config'] &
		ConfirmFirstConfig & { rateLimits: boolean; isProduction: boolean; firebase: FirebaseConfig | undefined };
};

export type Identity = Awaited<ReturnType<typeof createIdentity>>;

export async function createIdentity(deps: IdentityDeps) {
	const { db, clock, config } = deps;
	const attempts = config.rateLimits ? createSignInAttempts(deps) : noSignInAttempts;
	const ageRefusal = createAgeRefusal({ db, clock, authSecret: config.authSecret });
	const hashing = createHashing(clock, deps.passwordHashing);
	const takeOnce = createRateLimit(deps);
	const provider = createProviderClient(deps);
	const auth = await createAuth({ ...deps, provider, attempts, ageRefusal, takeOnce, passwordHashing: hashing });
	await ensureSigningKey({ ...deps, auth });
	const lastAccess = createLastAccess(deps);
	const verifyAccessToken = createAccessTokenVerifier({
		listKeys: () => auth.api.getJwks(),
		publicUrl: config.publicUrl,
		clock,
	});
	const { firebase } = config;
	const authenticateKey = createKeyAuthenticator(deps);
	const openIdToken = firebase && createIdTokenSessions({ ...deps, ageRefusal, firebase });
	const authenticateDeps = { db, clock, verifyAccessToken, openIdToken, authenticateKey, lastAccess, config };
	const admit = createAdmit(authenticateDeps);
	return {
		auth,
		provider,
		openIdToken,
		ageRefusal,
		attempts,
		hashing,
		signInOrder: createSignInOrder(clock),
		proofOfWork: createProofOfWork({ authSecret: config.authSecret, clock }),
		knownDevices: createKnownDevices(config.authSecret),
		authenticate: createAuthenticate(authenticateDeps, admit),
		admit,
		listLiveSessions: (sessionIds: readonly string[]) => selectLiveSessions(db, { sessionIds, nowMs: clock.now() }),
		async close() {
			await hashing.close();
			await lastAccess.close();
		},
	};
}
