import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { getAdapter } from 'better-auth/db/adapter';
import { jwt } from 'better-auth/plugins';
import { z } from 'zod';
import { emailPattern } from '../../contract/accounts/auth.ts';
import type { BirthDate } from '../../contract/accounts/birth-date.ts';
import { AUTH_COOKIE_PREFIX, type AuthCookie, authCookies } from '../../contract/accounts/cookies.ts';
import { PROVIDER_RETURN } from '../../contract/accounts/provider.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../contract/limits.ts';
import { reasonMessageOf, refusal } from '../../contract/refusals.ts';
import { retentionMs } from '../../contract/site/retention.ts';
import type { Log } from '../lib/clock-and-log.ts';
import type { DbDeps } from '../lib/db/database.ts';
import type { TakeFromRateLimit } from '../lib/http/callers.ts';
import { type Languages, languageOf } from '../lib/language/language.ts';
import type { SecretBox } from '../lib/secrets/secret-box.ts';
import { accountEndpoints, OWN_PATH, orderConfirmation } from './account-endpoints.ts';
import { authError } from './auth-error.ts';
import { accessTokenKeyTable, authTables } from './auth-tables.ts';
import { signInWithCustomToken } from './hand-off/web-sessions.ts';
import { noticeTrouble } from './noticed-trouble.ts';
import { passkeys } from './passkeys/passkeys.ts';
import type { PasswordHashing } from './passwords/hashing.ts';
import { tryImportedPassword } from './passwords/imported-passwords.ts';
import { requireGoodPassword } from './passwords/password-policy.ts';
import type { ProviderClient } from './provider/provider-client.ts';
import { providerRounds } from './provider/provider-rounds.ts';
import { hashSessionTokens } from './sessions/hashed-session-tokens.ts';
import { type SignInProofs, selectSignInProofs } from './sessions/session-store.ts';
import { type GoogleConfig, google } from './sign-in/google.ts';
import type { IsServed } from './sign-in/served-country.ts';
import type { SignInAttempts } from './sign-in/sign-in-attempts.ts';
import { SIGN_IN, SIGN_UP } from './sign-in/sign-in-limits.ts';
import { type AgeRefusal, checkSignUp } from './sign-in/sign-up.ts';
import {
	afterTwoFactor,
	beforeTwoFactor,
	givesSecondFactor,
	twoFactorPlugin,
	useCodeOnce,
} from './sign-in/two-factor.ts';
import { selectBanReason } from './store.ts';
import { ensureUserRecord } from './user-record/ensure-user-record.ts';

// better-auth uses this pattern of the library, which refuses addresses that RFC 5321 allows.
z.regexes.email.compile(emailPattern.source);

export type AuthDeps = DbDeps & {
	log: Log;
	takeFromRateLimit: TakeFromRateLimit;
	/** Applies even if rate limits are off. */
	takeOnce: TakeFromRateLimit;
	attempts: SignInAttempts;
	isServed: IsServed;
	ageRefusal: AgeRefusal;
	passwordHashing: PasswordHashing;
	secretBox: SecretBox;
	provider: ProviderClient;
	config: {
		publicUrl: string;
		authSecret: string;
		signUp: boolean;
		legalContact: string;
		brand: string;
		languages: Languages;
		google: GoogleConfig | undefined;
		canMail: boolean;
		requireAdminTotp: boolean;
		corsOrigins: readonly string[];
	};
};

/** The routes set this header to the visitor's IP address; a value from the client is dropped. */
export const VISITOR_HEADER = 'x-lootpass-visitor';
export const AUTH_PATH = '/auth';
export const SIGN_IN_PAGE = '/login';

const SESSION_SECONDS = retentionMs('sessions') / 1000;
const SESSION_UPDATE_SECONDS = 24 * 3600;

export type Auth = Awaited<ReturnType<typeof createAuth>>;

export async function createAuth(deps: AuthDeps) {
	const options = authOptions(deps);
	const adapter = await getAdapter(options);
	return betterAuth({ ...options, database: () => hashSessionTokens(noticeTrouble(adapter)) });
}

function authOptions(deps: AuthDeps) {
	const { db, config } = deps;
	const isHttps = config.publicUrl.startsWith('https:');
	return {
		appName: config.brand,
		baseURL: config.publicUrl,
		basePath: AUTH_PATH,
		trustedOrigins: [...config.corsOrigins],
		secret: config.authSecret,
		// Without `transaction`, a failed sign-up would leave an account that cannot sign in.
		database: { db, type: 'postgres', transaction: true },
		...authTables,
		session: {
			...authTables.session,
			expiresIn: SESSION_SECONDS,
			updateAge: SESSION_UPDATE_SECONDS,
			// A cached session would outlive a ban or a sign-out elsewhere.
			cookieCache: { enabled: false },
		},
		// Implicit linking is off, because a provider's address does not prove ownership of the local account.
		account: {
			...authTables.account,
			accountLinking: { enabled: true, disableImplicitLinking: true },
			updateAccountOnSignIn: false,
		},
		verification: { ...authTables.verification, storeIdentifier: 'hashed' },
		emailAndPassword: {
			enabled: true,
			disableSignUp: !config.signUp,
			minPasswordLength: PASSWORD_LENGTH_MIN,
			maxPasswordLength: PASSWORD_LENGTH_MAX,
			password: deps.passwordHashing,
		},
		plugins: [
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
			accountEndpoints({
				...deps,
				isServed: (headers) => isServedAt(deps, headers),
				wasRefusedForAge: (headers, email) => wasRefusedForAge(deps, headers, email),
				rememberChild: (headers, email) => deps.ageRefusal.remember({ email, ip: headers?.get(VISITOR_HEADER) ?? '' }),
				config: { ...config, hasGoogle: config.google !== undefined },
			}),
			...[providerRounds(deps), passkeys(deps)],
			twoFactorPlugin(config),
			...(config.google ? [google(config.google)] : []),
		],
		rateLimit: rateLimitOptions(deps.takeFromRateLimit),
		hooks: {
			before: createAuthMiddleware(async (ctx) => {
				if (ctx.path === SIGN_UP) {
					requireServed(deps, ctx.headers);
					if (await wasRefusedForAge(deps, ctx.headers, ctx.body?.email)) throw authError('too-young');
					requireSignUp(deps, ctx.body);
					const { email, password } = ctx.body;
					await requireGoodPassword(password, { email, brand: config.brand });
				}
				if (ctx.path === SIGN_IN) await tryImportedPassword(deps, ctx.body);
				await beforeTwoFactor(deps, ctx);
			}),
			after: createAuthMiddleware(async (ctx) => {
				await afterTwoFactor(deps, ctx);
			}),
		},
		databaseHooks: databaseHooks(deps),
		advanced: {
			cookiePrefix: AUTH_COOKIE_PREFIX,
			useSecureCookies: isHttps,
			defaultCookieAttributes: { path: AUTH_PATH, httpOnly: true, sameSite: 'lax', secure: isHttps },
			ipAddress: { ipAddressHeaders: [VISITOR_HEADER], ipv6Subnet: 64 },
			// Set explicitly, because better-auth disables both checks when NODE_ENV is `test`.
			disableOriginCheck: false,
			disableCSRFCheck: false,
			// `validateSchema` would query the catalog on the first request; a test compares the tables instead.
			database: { generateId: 'uuid', validateSchema: false },
		},
		telemetry: { enabled: false },
		// better-auth logs email addresses and untrusted text.
		logger: { disabled: true },
		// Without `throw`, better-auth prints errors with row data and does not pass them on.
		onAPIError: { throw: true, errorURL: `${config.publicUrl}${SIGN_IN_PAGE}` },
	} satisfies BetterAuthOptions;
}

export function cookieName(publicUrl: string, name: AuthCookie): string {
	return `${publicUrl.startsWith('https:') ? '__Secure-' : ''}${AUTH_COOKIE_PREFIX}.${name}`;
}

export function isListedCookie(publicUrl: string, setCookie: string): boolean {
	return authCookies.some((name) => setCookie.startsWith(`${cookieName(publicUrl, name)}=`));
}

function rateLimitOptions(takeFromRateLimit: TakeFromRateLimit) {
	return {
		enabled: true,
		window: 60,
		max: 120,
		customRules: {
			[SIGN_IN]: false,
			[SIGN_UP]: false,
			[`${OWN_PATH}/reset-password`]: false,
			'/sign-in/custom-token': false,
			[`${OWN_PATH}/request-password-reset`]: { window: 3600, max: 20 },
			[`${OWN_PATH}/change-password`]: { window: 900, max: 10 },
			[`${OWN_PATH}/sign-in/passkey`]: { window: 60, max: 20 },
			[`${OWN_PATH}/passkey/*`]: { window: 60, max: 20 },
			[`${OWN_PATH}/sign-in/provider`]: { window: 60, max: 20 },
			[`${OWN_PATH}${PROVIDER_RETURN}`]: { window: 60, max: 20 },
			'/two-factor/*': { window: 60, max: 10 },
			'/jwks': false,
		},
		// better-auth's own table restarts the window on each request, which locks out busy addresses.
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
					if (ctx?.path === SIGN_UP) return { data: { birthYear: requireSignUp(deps, ctx.body).year, ageKnown: true } };
					requireServed(deps, ctx?.headers);
					// Google does not verify ages, so the account is blocked until the user gives a date of birth.
					if (await wasRefusedForAge(deps, ctx?.headers, undefined)) throw authError('too-young');
					return { data: { ageKnown: false, image: null } };
				},
				// The account is already committed, so errors are only logged; the user's first call creates the record.
				async after(user, ctx) {
					if (ctx?.path !== SIGN_UP) return;
					const language = languageOf(ctx.headers, deps.config.languages);
					await ensureUserRecord(deps, user.id, { language }).catch((error) => {
						deps.log.error({ err: error, uid: user.id }, "couldn't create the user record of a new account");
					});
					if (!deps.config.canMail) return;
					await orderConfirmation(deps, user.email, { kind: 'verify-email', uid: user.id }).catch((error) => {
						deps.log.error({ err: error, uid: user.id }, "couldn't queue the verification email of a new account");
					});
				},
			},
		},
		account: {
			create: {
				// Google's tokens are not stored, because nothing uses them and they are valuable to steal.
				async before() {
					return { data: { accessToken: null, refreshToken: null, idToken: null } };
				},
			},
		},
		session: {
			create: {
				async before(session, ctx) {
					// Skips the check: a new user cannot be banned, and a second connection inside the sign-up's transaction could
					// deadlock.
					if (ctx?.path === SIGN_UP) return;
					const banReason = await selectBanReason(deps.db, session.userId);
					if (banReason !== undefined) {
						throw authError(
							'user-disabled',
							refusal('banned', { why: reasonMessageOf(banReason), contact: deps.config.legalContact }),
						);
					}
					if (!givesSecondFactor(ctx?.path)) return;
					// A request with a session has checked the code already.
					const before = ctx?.context.session?.session.id;
					if (!before) await useCodeOnce(deps, { uid: session.userId, code: ctx?.body?.code });
					const nowMs = deps.clock.now();
					const proofs =
						before && (await selectSignInProofs(deps.db, { uid: session.userId, sessionId: before, nowMs }));
					return { data: { secondFactor: true, secondFactorAt: new Date(nowMs), ...(proofs && inheritedOf(proofs)) } };
				},
			},
		},
	} satisfies BetterAuthOptions['databaseHooks'];
}

function inheritedOf({ signedInAt, claimsCheckedAt, providerToken }: SignInProofs) {
	return { signedInAt, claimsCheckedAt, providerToken };
}

async function wasRefusedForAge(
	{ ageRefusal, config }: AuthDeps,
	headers: Headers | undefined,
	email: unknown,
): Promise<boolean> {
	if (ageRefusal.isInCookies(headers?.get('cookie'), cookieName(config.publicUrl, 'age'))) return true;
	const ip = headers?.get(VISITOR_HEADER);
	return typeof email === 'string' && Boolean(ip) && ageRefusal.isRemembered({ email, ip: ip ?? '' });
}

function isServedAt({ isServed }: AuthDeps, headers: Headers | undefined): boolean {
	return isServed(headers?.get(VISITOR_HEADER) ?? '');
}

/** Refuses only sign-ups from blocked countries; existing users may still sign in. */
function requireServed(deps: AuthDeps, headers: Headers | undefined): void {
	if (!isServedAt(deps, headers)) throw authError('operation-not-allowed', refusal('country-not-served'));
}

function requireSignUp({ clock }: AuthDeps, body: unknown): BirthDate {
	const checked = checkSignUp(body, clock.now());
	if ('problem' in checked) throw authError(checked.problem.slug, checked.problem.refusal);
	return checked.birth;
}
