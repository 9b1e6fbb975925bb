import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { getAdapter } from 'better-auth/db/adapter';
import { bearer, jwt } from 'better-auth/plugins';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/database.ts';
import type { Log } from '../lib/log.ts';
import type { TakeFromRateLimit } from '../lib/rate-limit.ts';
import type { BirthDate } from './age.ts';
import { authError } from './auth-error.ts';
import { accessTokenKeyTable, authTables } from './auth-tables.ts';
import { ensureUserRecord } from './ensure-user-record.ts';
import { hashSessionTokens } from './hashed-session-tokens.ts';
import { signInWithCustomToken } from './sign-in-with-custom-token.ts';
import { checkSignUp } from './sign-up.ts';
import { selectBanReason } from './store.ts';

export type AuthDeps = {
	db: Database;
	clock: Clock;
	log: Log;
	takeFromRateLimit: TakeFromRateLimit;
	config: { publicUrl: string; authSecret: string; signUp: boolean; legalContact: string };
};

/** Where the mount puts the address of the visitor; what a visitor sends under this name never arrives. */
export const VISITOR_HEADER = 'x-lootpass-visitor';
export const AUTH_PATH = '/auth';

const COOKIE_PREFIX = 'lootpass';
const SESSION_SECONDS = 30 * 24 * 3600;
/** A session in use is prolonged this often. */
const SESSION_UPDATE_SECONDS = 24 * 3600;
const SIGN_UP_PATH = '/sign-up/email';

export type Auth = Awaited<ReturnType<typeof createAuth>>;

/** better-auth, as this product uses it. Its endpoints are reached through the allow-list of `routes.ts` only. */
export async function createAuth(deps: AuthDeps) {
	const options = authOptions(deps);
	const adapter = await getAdapter(options);
	return betterAuth({ ...options, database: () => hashSessionTokens(adapter) });
}

/** Exported for the test that compares the tables of db/migrations with what better-auth expects. */
export function authOptions(deps: AuthDeps) {
	const { db, config } = deps;
	const isHttps = config.publicUrl.startsWith('https:');
	return {
		appName: 'Lootpass',
		baseURL: config.publicUrl,
		basePath: AUTH_PATH,
		secret: config.authSecret,
		// `transaction`: without it, a sign-up that fails half-way leaves an account nobody can sign in to.
		database: { db, type: 'postgres', transaction: true },
		...authTables,
		session: {
			...authTables.session,
			expiresIn: SESSION_SECONDS,
			updateAge: SESSION_UPDATE_SECONDS,
			// A cached session would outlive a ban or a sign-out elsewhere.
			cookieCache: { enabled: false },
		},
		// An address at a provider proves nothing about who made the account here.
		account: { ...authTables.account, accountLinking: { enabled: true, disableImplicitLinking: true } },
		verification: { ...authTables.verification, storeIdentifier: 'hashed' },
		emailAndPassword: {
			enabled: true,
			disableSignUp: !config.signUp,
			minPasswordLength: PASSWORD_LENGTH_MIN,
			maxPasswordLength: PASSWORD_LENGTH_MAX,
		},
		plugins: [
			bearer(),
			jwt({
				schema: accessTokenKeyTable,
				jwt: {
					issuer: config.publicUrl,
					audience: config.publicUrl,
					expirationTime: '60m',
					definePayload: ({ session }) => ({ sid: session.id }),
				},
			}),
			signInWithCustomToken(deps),
		],
		rateLimit: rateLimitOptions(deps.takeFromRateLimit),
		hooks: {
			before: createAuthMiddleware(async (ctx) => {
				if (ctx.path === SIGN_UP_PATH) requireSignUp(deps, ctx.body);
			}),
		},
		databaseHooks: databaseHooks(deps),
		advanced: {
			cookiePrefix: COOKIE_PREFIX,
			useSecureCookies: isHttps,
			defaultCookieAttributes: { path: AUTH_PATH, httpOnly: true, sameSite: 'lax', secure: isHttps },
			ipAddress: { ipAddressHeaders: [VISITOR_HEADER], ipv6Subnet: 64 },
			// Said aloud, because better-auth switches this check off by itself when NODE_ENV is `test`.
			disableOriginCheck: false,
			disableCSRFCheck: false,
			// `validateSchema` asks the catalog on the first request; a test compares the tables instead.
			database: { generateId: 'uuid', validateSchema: false },
		},
		telemetry: { enabled: false },
		// The mount logs what failed. better-auth's own lines carry e-mail addresses and foreign text.
		logger: { disabled: true },
		// Else it prints what it did not expect to the console, row and all, and the mount would never know.
		onAPIError: { throw: true },
	} satisfies BetterAuthOptions;
}

/** The name that a session's cookie has on this site. */
export function sessionCookieName(publicUrl: string): string {
	return `${publicUrl.startsWith('https:') ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`;
}

/** Counted per visitor and address. Windows are in seconds here. */
function rateLimitOptions(takeFromRateLimit: TakeFromRateLimit) {
	return {
		enabled: true,
		window: 60,
		max: 120,
		customRules: {
			'/sign-in/email': { window: 60, max: 20 },
			[SIGN_UP_PATH]: { window: 60, max: 10 },
			'/sign-in/custom-token': { window: 60, max: 10 },
			// Keys are public, and a gateway may ask for many visitors.
			'/jwks': false,
		},
		// better-auth's own table restarts the window at each request, so a shared address that is used steadily, however
		// slowly, ends up locked out.
		customStorage: {
			async consume(key, { window, max }) {
				const waitMs = await takeFromRateLimit(`auth|${key}`, { max, windowMs: window * 1000 });
				if (waitMs === undefined) return { allowed: true, retryAfter: null };
				return { allowed: false, retryAfter: Math.ceil(waitMs / 1000) };
			},
		},
	} satisfies BetterAuthOptions['rateLimit'];
}

function databaseHooks(deps: AuthDeps) {
	return {
		user: {
			create: {
				async before(_user, ctx) {
					if (ctx?.path !== SIGN_UP_PATH) return undefined;
					return { data: { birthYear: requireSignUp(deps, ctx.body).year } };
				},
				// Runs when the account is committed already. A failure here must not say that the sign-up failed: the
				// first call makes up for it.
				async after(user) {
					await ensureUserRecord(deps, user.id).catch((error) => {
						deps.log.error({ err: error, uid: user.id }, 'a new account has no user record yet');
					});
				},
			},
		},
		session: {
			create: {
				async before(session, ctx) {
					// Nobody new is banned, and inside the sign-up's transaction this question would need a second connection:
					// enough sign-ups at once would then wait for each other.
					if (ctx?.path === SIGN_UP_PATH) return;
					const banReason = await selectBanReason(deps.db, session.userId);
					if (banReason !== undefined) {
						throw authError('user-disabled', messages.banned(banReason, deps.config.legalContact));
					}
				},
			},
		},
	} satisfies BetterAuthOptions['databaseHooks'];
}

/** @returns the date of birth, of which the year is kept. */
function requireSignUp({ clock }: AuthDeps, body: unknown): BirthDate {
	const checked = checkSignUp(body, clock.now());
	if ('problem' in checked) throw authError(checked.problem.slug, checked.problem.message);
	return checked.birth;
}
