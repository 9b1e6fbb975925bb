import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import type { z } from 'zod';
import { authEndpoints } from '../../contract/accounts/auth.ts';
import { parseBirthDate } from '../../contract/accounts/birth-date.ts';
import type { AccountAnswer, SessionsAnswer, SignInWays } from '../../contract/accounts/identity.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { RECENT_SIGN_IN_MS } from '../../contract/limits.ts';
import { reasonMessageOf, refusal } from '../../contract/refusals.ts';
import { type DbDeps, datesToMs, inTransaction } from '../lib/db/database.ts';
import type { TakeFromRateLimit } from '../lib/http/callers.ts';
import { knownLanguage, type Languages, languageOf } from '../lib/language/language.ts';
import type { SecretBox } from '../lib/secrets/secret-box.ts';
import { type MailOrder, orderMail } from '../notifications/mail-order.ts';
import { type AccountState, deleteActionCodesOf, upsertPassword } from './account-store.ts';
import { authError, tooSoon } from './auth-error.ts';
import { mailboxOf } from './memory/mailbox.ts';
import { openImportedPassword } from './passwords/imported-passwords.ts';
import { requireGoodPassword } from './passwords/password-policy.ts';
import { requestPasswordReset, resetPassword } from './passwords/reset-password.ts';
import { hasProvider, selectLinkState } from './provider/store-provider.ts';
import { deviceInWords } from './sessions/device.ts';
import { requireSession } from './sessions/require-session.ts';
import { deleteOtherSessions, deleteSession, selectSessionsOf } from './sessions/session-store.ts';
import { isOldEnough } from './sign-in/age.ts';
import { digestOf } from './sign-in/sign-in-attempts.ts';
import { isEmail, setAgeOf } from './sign-in/sign-up.ts';
import { undoEmailChange } from './sign-in/undo-email-change.ts';
import { verifyEmail } from './sign-in/use-action-code.ts';
import { requireChangeableAddress } from './site-mode.ts';
import { hasInvite } from './staff/store-staff.ts';

export type AccountEndpointsDeps = DbDeps & {
	takeFromRateLimit: TakeFromRateLimit;
	takeOnce: TakeFromRateLimit;
	secretBox: SecretBox;
	isServed: (headers: Headers | undefined) => boolean;
	wasRefusedForAge: (headers: Headers | undefined, email: string) => Promise<boolean>;
	rememberChild: (headers: Headers | undefined, email: string) => Promise<void>;
	config: {
		brand: string;
		languages: Languages;
		signUp: boolean;
		hasGoogle: boolean;
		canMail: boolean;
		requireAdminTotp: boolean;
	};
};

export const OWN_PATH = '/lootpass';

const MAILS_LIMIT = { max: 3, windowMs: HOUR_MS };
const done = { success: true };

/** The prefix avoids endpoints of better-auth with the same names, which would take precedence. */
export function accountEndpoints(deps: AccountEndpointsDeps): BetterAuthPlugin {
	return {
		id: 'lootpass-account',
		endpoints: { ...anonymousEndpoints(deps), ...ownAccountEndpoints(deps), ...sessionEndpoints(deps) },
	};
}

type PostPath = keyof typeof authEndpoints extends infer A ? (A extends `POST /auth/${infer P}` ? P : never) : never;
type Context<P extends PostPath> = GenericEndpointContext & {
	body: (typeof authEndpoints)[`POST /auth/${P}`] extends { body: infer Body extends z.ZodType }
		? z.infer<Body>
		: never;
};

export function get(path: string, answer: (ctx: GenericEndpointContext) => Promise<object>) {
	const options = { method: 'GET', requireHeaders: true } as const;
	return createAuthEndpoint(`${OWN_PATH}/${path}`, options, async (ctx) => ctx.json(await answer(ctx)));
}

export function post<P extends PostPath>(path: P, answer: (ctx: Context<P>) => Promise<object>) {
	const { body } = authEndpoints[`POST /auth/${path}`] as { body: z.ZodType };
	const options = { method: 'POST', body, requireHeaders: true } as const;
	return createAuthEndpoint(`${OWN_PATH}/${path}`, options, async (ctx) => ctx.json(await answer(ctx as Context<P>)));
}

function anonymousEndpoints(deps: AccountEndpointsDeps) {
	const { config } = deps;
	return {
		waysToSignIn: get('ways', async ({ headers }): Promise<SignInWays> => {
			const { signUp, hasGoogle: google, canMail: mail } = config;
			const provider = await hasProvider(deps.db).catch(() => false);
			return { signUp, google, mail, provider, served: deps.isServed(headers) };
		}),
		mailPasswordReset: post('request-password-reset', async (ctx) => {
			if (!isEmail(ctx.body.email)) throw authError('invalid-email');
			await requestPasswordReset(deps, ctx.body.email);
			return done;
		}),
		resetPasswordByCode: post('reset-password', async (ctx) => {
			const { code, password } = ctx.body;
			const { hash } = ctx.context.password;
			return { email: await resetPassword(deps, { code, password, hash }) };
		}),
		verifyEmailByCode: post('verify-email', (ctx) => verifyEmail(deps, ctx.body.code)),
		undoEmailChangeByCode: post('undo-email-change', (ctx) => undoEmailChange(deps, ctx, ctx.body)),
	};
}

function ownAccountEndpoints(deps: AccountEndpointsDeps) {
	const { clock } = deps;
	return {
		readAccount: get('account', (ctx) => readAccount(deps, ctx)),
		recordAge: post('age', async (ctx) => {
			const { account } = await requireSession(ctx, deps, { isAgeOptional: true });
			const birth = parseBirthDate(ctx.body.birthDate);
			if (!birth || Date.UTC(birth.year, birth.month - 1, birth.day) > clock.now()) throw authError('age-required');
			const { uid, email } = account;
			const isChild = (await deps.wasRefusedForAge(ctx.headers, email)) || !isOldEnough(birth, clock.now());
			if (isChild) await deps.rememberChild(ctx.headers, email);
			await setAgeOf(deps, { uid, birth, isChild });
			return done;
		}),
		mailVerificationAgain: post('send-verification-email', async (ctx) => {
			const { account } = await requireSession(ctx, deps);
			if (account.emailVerified) return { sent: false };
			await requireMail(deps, `verify-email|${account.uid}`);
			await orderConfirmation(deps, account.email, { kind: 'verify-email', uid: account.uid });
			return { sent: true };
		}),
		changeOwnEmail: post('change-email', async (ctx) => {
			const { account, sessionId: session } = await requireSession(ctx, deps, { isFresh: 'with-second-factor' });
			const { newEmail } = ctx.body;
			if (!isEmail(newEmail)) throw authError('invalid-email');
			await requireChangeableAddress(deps.db, account.uid, clock.now());
			await requireMail(deps, `change-email|${account.uid}`);
			// The mail job checks whether the address is free, so the response reveals nothing.
			const email = newEmail.toLowerCase();
			await orderConfirmation(deps, email, { kind: 'change-email', uid: account.uid, email, session });
			return done;
		}),
		changeOwnPassword: post('change-password', async (ctx) => {
			const { account, sessionId } = await requireSession(ctx, deps, { isFresh: true });
			const { currentPassword = '', newPassword } = ctx.body;
			const hash = passwordOf(deps, account);
			if (hash !== undefined && !(await ctx.context.password.verify({ hash, password: currentPassword }))) {
				throw authError('wrong-password');
			}
			await requireGoodPassword(newPassword, { email: account.email, brand: deps.config.brand });
			const passwordHash = await ctx.context.password.hash(newPassword as string);
			await changePassword(deps, { uid: account.uid, sessionId, passwordHash });
			return done;
		}),
	};
}

function sessionEndpoints(deps: AccountEndpointsDeps) {
	const { db, clock } = deps;
	return {
		listOwnSessions: get('list-sessions', async (ctx) => {
			const { account, sessionId } = await requireSession(ctx, deps);
			const rows = await selectSessionsOf(db, { uid: account.uid, nowMs: clock.now() });
			const { languages } = deps.config;
			const language = knownLanguage(languageOf(ctx.headers, languages), languages);
			const sessions: SessionsAnswer['sessions'] = rows.map(({ ip: _, userAgent, ...row }) => ({
				...datesToMs(row),
				device: deviceInWords(userAgent, language),
				isCurrent: row.id === sessionId,
			}));
			return { sessions };
		}),
		revokeOwnSession: post('revoke-session', async (ctx) => {
			const { account, sessionId } = await requireSession(ctx, deps);
			const { id } = ctx.body;
			const revoked = await deleteSession(db, { uid: account.uid, id });
			if (id === sessionId) deleteSessionCookie(ctx);
			return { revoked };
		}),
		revokeOtherOwnSessions: post('revoke-other-sessions', async (ctx) => {
			const { account, sessionId } = await requireSession(ctx, deps);
			const others = { uid: account.uid, keepId: sessionId };
			return { revoked: await inTransaction(db, (tx) => deleteOtherSessions(tx, others)) };
		}),
	};
}

async function readAccount(deps: AccountEndpointsDeps, ctx: GenericEndpointContext): Promise<AccountAnswer> {
	const { sessionId, signedInAtMs, secondFactor, account } = await requireSession(ctx, deps, { isAgeOptional: true });
	const { uid, email, name, emailVerified, hasGoogle, hasPasskey, ageKnown, pausedReason, staffRole } = account;
	const isAdmin = staffRole !== null;
	return {
		uid,
		email,
		name,
		emailVerified,
		hasGoogle,
		hasPasskey,
		ageKnown,
		isAdmin,
		staffRole,
		pausedReason,
		sessionId,
		hasPassword: passwordOf(deps, account) !== undefined,
		isInvited: await hasInvite(deps.db, { email, now: new Date(deps.clock.now()) }),
		twoFactor: {
			enabled: account.twoFactorEnabled,
			required: isAdmin && deps.config.requireAdminTotp,
			verified: secondFactor,
		},
		provider: isAdmin && staffRole !== 'owner' ? ((await selectLinkState(deps.db, { uid, sessionId })) ?? null) : null,
		pausedWhy: pausedReason === null ? null : reasonMessageOf(pausedReason),
		freshUntil: signedInAtMs + RECENT_SIGN_IN_MS,
	};
}

function passwordOf(
	{ secretBox }: Pick<AccountEndpointsDeps, 'secretBox'>,
	{ uid, passwordHash, importedPassword: sealed }: AccountState,
): string | undefined {
	return passwordHash ?? (sealed === null ? undefined : openImportedPassword(secretBox, { uid, sealed }));
}

async function requireMail({ config, takeFromRateLimit }: AccountEndpointsDeps, key: string): Promise<void> {
	if (!config.canMail) throw authError('operation-not-allowed', refusal('mail-off'));
	const waitMs = await takeFromRateLimit(key, MAILS_LIMIT);
	if (waitMs !== undefined) throw tooSoon(waitMs);
}

/** Limits emails per mailbox across all accounts; skips further ones silently. */
export async function orderConfirmation(
	{ db, takeFromRateLimit }: Pick<AccountEndpointsDeps, 'db' | 'takeFromRateLimit'>,
	to: string,
	order: MailOrder,
): Promise<void> {
	const waitMs = await takeFromRateLimit(`confirmation|${digestOf(mailboxOf(to))}`, MAILS_LIMIT);
	if (waitMs === undefined) await orderMail(db, order);
}

async function changePassword(
	{ db, clock }: AccountEndpointsDeps,
	{ uid, sessionId, passwordHash }: { uid: string; sessionId: string; passwordHash: string },
): Promise<void> {
	await inTransaction(db, async (tx) => {
		await upsertPassword(tx, { uid, passwordHash, nowMs: clock.now(), keepsFormer: true });
		await deleteActionCodesOf(tx, uid);
		await deleteOtherSessions(tx, { uid, keepId: sessionId });
		await orderMail(tx, { kind: 'password-changed', uid });
	});
}
