import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import { authEndpoints } from '../../contract/accounts/auth.ts';
import { parseBirthDate } from '../../contract/accounts/birth-date.ts';
import type { AccountAnswer, SessionsAnswer, SignInWays } from '../../contract/accounts/identity.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { RECENT_SIGN_IN_MS } from '../../contract/limits.ts';
import { reasonMessageOf, refusal } from '../../contract/refusals.ts';
import type { Clock } from '../lib/clock.ts';
import { type Database, inTransaction } from '../lib/db/database.ts';
import type { TakeFromRateLimit } from '../lib/http/rate-limit.ts';
import { knownLanguage, languageOf } from '../lib/language/texts.ts';
import type { SecretBox } from '../lib/secrets/secret-box.ts';
import { type MailOrder, orderMail } from '../notifications/mail-order.ts';
import { type AccountState, deleteActionCodesOf, upsertPassword } from './account-store.ts';
import { setAgeOf } from './age/set-age.ts';
import { authError, tooSoon } from './auth-error.ts';
import { mailboxOf } from './memory/mailbox.ts';
import { openImportedPassword } from './passwords/imported-passwords.ts';
import { requireGoodPassword } from './passwords/password-policy.ts';
import { requestPasswordReset, resetPassword } from './passwords/reset-password.ts';
import { deviceInWords } from './sessions/device.ts';
import { requireSession } from './sessions/require-session.ts';
import { deleteOtherSessions, deleteSession, selectSessionsOf } from './sessions/session-store.ts';
import { digestOf } from './sign-in/sign-in-attempts.ts';
import { isEmail } from './sign-in/sign-up.ts';
import { undoEmailChange } from './sign-in/undo-email-change.ts';
import { verifyEmail } from './sign-in/verify-email.ts';
import { requireChangeableAddress } from './site-mode.ts';
import { hasInvite } from './staff/store-staff.ts';

export type AccountEndpointsDeps = {
	db: Database;
	clock: Clock;
	takeFromRateLimit: TakeFromRateLimit;
	takeOnce: TakeFromRateLimit;
	secretBox: SecretBox;
	isServed: (headers: Headers | undefined) => boolean;
	wasRefusedForAge: (headers: Headers | undefined) => boolean;
	config: { brand: string; signUp: boolean; hasGoogle: boolean; canMail: boolean; requireAdminTotp: boolean };
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

function anonymousEndpoints(deps: AccountEndpointsDeps) {
	const { config } = deps;
	return {
		waysToSignIn: createAuthEndpoint(`${OWN_PATH}/ways`, { method: 'GET' }, async (ctx) => {
			const ways: SignInWays = {
				signUp: config.signUp,
				google: config.hasGoogle,
				mail: config.canMail,
				served: deps.isServed(ctx.headers),
			};
			return ctx.json(ways);
		}),
		mailPasswordReset: createAuthEndpoint(
			`${OWN_PATH}/request-password-reset`,
			{ method: 'POST', body: authEndpoints['POST /auth/request-password-reset'].body },
			async (ctx) => {
				if (!isEmail(ctx.body.email)) throw authError('invalid-email');
				await requestPasswordReset(deps, ctx.body.email);
				return ctx.json(done);
			},
		),
		resetPasswordByCode: createAuthEndpoint(
			`${OWN_PATH}/reset-password`,
			{ method: 'POST', body: authEndpoints['POST /auth/reset-password'].body },
			async (ctx) => {
				const { code, password } = ctx.body;
				const { hash } = ctx.context.password;
				return ctx.json({ email: await resetPassword(deps, { code, password, hash }) });
			},
		),
		verifyEmailByCode: createAuthEndpoint(
			`${OWN_PATH}/verify-email`,
			{ method: 'POST', body: authEndpoints['POST /auth/verify-email'].body },
			async (ctx) => ctx.json(await verifyEmail(deps, ctx.body.code)),
		),
		undoEmailChangeByCode: createAuthEndpoint(
			`${OWN_PATH}/undo-email-change`,
			{ method: 'POST', body: authEndpoints['POST /auth/undo-email-change'].body },
			async (ctx) => ctx.json(await undoEmailChange(deps, ctx, ctx.body)),
		),
	};
}

function ownAccountEndpoints(deps: AccountEndpointsDeps) {
	const { clock } = deps;
	return {
		readAccount: createAuthEndpoint(`${OWN_PATH}/account`, { method: 'GET', requireHeaders: true }, async (ctx) => {
			return ctx.json(await readAccount(deps, ctx));
		}),
		recordAge: createAuthEndpoint(
			`${OWN_PATH}/age`,
			{ method: 'POST', body: authEndpoints['POST /auth/age'].body, requireHeaders: true },
			async (ctx) => {
				const { account } = await requireSession(ctx, deps, { isAgeOptional: true });
				const birth = parseBirthDate(ctx.body.birthDate);
				if (!birth || Date.UTC(birth.year, birth.month - 1, birth.day) > clock.now()) throw authError('age-required');
				await setAgeOf(deps, { uid: account.uid, birth, mayTry: !deps.wasRefusedForAge(ctx.headers) });
				return ctx.json(done);
			},
		),
		mailVerificationAgain: createAuthEndpoint(
			`${OWN_PATH}/send-verification-email`,
			{ method: 'POST', body: authEndpoints['POST /auth/send-verification-email'].body, requireHeaders: true },
			async (ctx) => {
				const { account } = await requireSession(ctx, deps);
				if (account.emailVerified) return ctx.json({ sent: false });
				await requireMail(deps, `verify-email|${account.uid}`);
				await orderConfirmation(deps, account.email, { kind: 'verify-email', uid: account.uid });
				return ctx.json({ sent: true });
			},
		),
		changeOwnEmail: createAuthEndpoint(
			`${OWN_PATH}/change-email`,
			{ method: 'POST', body: authEndpoints['POST /auth/change-email'].body, requireHeaders: true },
			async (ctx) => {
				const { account } = await requireSession(ctx, deps, { isFresh: 'with-second-factor' });
				const { newEmail } = ctx.body;
				if (!isEmail(newEmail)) throw authError('invalid-email');
				await requireChangeableAddress(deps.db, account.uid, clock.now());
				await requireMail(deps, `change-email|${account.uid}`);
				// The mail job checks whether the address is free, so the response reveals nothing.
				const email = newEmail.toLowerCase();
				await orderConfirmation(deps, email, { kind: 'change-email', uid: account.uid, email });
				return ctx.json(done);
			},
		),
		changeOwnPassword: createAuthEndpoint(
			`${OWN_PATH}/change-password`,
			{
				method: 'POST',
				body: authEndpoints['POST /auth/change-password'].body,
				requireHeaders: true,
			},
			async (ctx) => {
				const { account, sessionId } = await requireSession(ctx, deps, { isFresh: true });
				const { currentPassword = '', newPassword } = ctx.body;
				const hash = passwordOf(deps, account);
				if (hash !== undefined && !(await ctx.context.password.verify({ hash, password: currentPassword }))) {
					throw authError('wrong-password');
				}
				await requireGoodPassword(newPassword, { email: account.email, brand: deps.config.brand });
				const passwordHash = await ctx.context.password.hash(newPassword as string);
				await changePassword(deps, { uid: account.uid, sessionId, passwordHash });
				return ctx.json(done);
			},
		),
	};
}

function sessionEndpoints(deps: AccountEndpointsDeps) {
	const { db, clock } = deps;
	return {
		listOwnSessions: createAuthEndpoint(
			`${OWN_PATH}/list-sessions`,
			{ method: 'GET', requireHeaders: true },
			async (ctx) => {
				const { account, sessionId } = await requireSession(ctx, deps);
				const rows = await selectSessionsOf(db, { uid: account.uid, nowMs: clock.now() });
				const language = knownLanguage(languageOf(ctx.headers));
				const sessions: SessionsAnswer['sessions'] = rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
					id,
					device: deviceInWords(userAgent, language),
					createdAt: createdAt.getTime(),
					lastUsedAt: lastUsedAt.getTime(),
					isCurrent: id === sessionId,
				}));
				return ctx.json({ sessions });
			},
		),
		revokeOwnSession: createAuthEndpoint(
			`${OWN_PATH}/revoke-session`,
			{ method: 'POST', body: authEndpoints['POST /auth/revoke-session'].body, requireHeaders: true },
			async (ctx) => {
				const { account, sessionId } = await requireSession(ctx, deps);
				const { id } = ctx.body;
				const revoked = await deleteSession(db, { uid: account.uid, id });
				if (id === sessionId) deleteSessionCookie(ctx);
				return ctx.json({ revoked });
			},
		),
		revokeOtherOwnSessions: createAuthEndpoint(
			`${OWN_PATH}/revoke-other-sessions`,
			{ method: 'POST', body: authEndpoints['POST /auth/revoke-other-sessions'].body, requireHeaders: true },
			async (ctx) => {
				const { account, sessionId } = await requireSession(ctx, deps);
				const others = { uid: account.uid, keepId: sessionId };
				return ctx.json({ revoked: await inTransaction(db, (tx) => deleteOtherSessions(tx, others)) });
			},
		),
	};
}

async function readAccount(deps: AccountEndpointsDeps, ctx: GenericEndpointContext): Promise<AccountAnswer> {
	const { sessionId, signedInAtMs, secondFactor, account } = await requireSession(ctx, deps, { isAgeOptional: true });
	const { uid, email, name, emailVerified, hasGoogle, ageKnown, pausedReason, staffRole } = account;
	const isAdmin = staffRole !== null;
	return {
		uid,
		email,
		name,
		emailVerified,
		hasPassword: passwordOf(deps, account) !== undefined,
		hasGoogle,
		ageKnown,
		isAdmin,
		staffRole,
		isInvited: await hasInvite(deps.db, { email, now: new Date(deps.clock.now()) }),
		twoFactor: {
			enabled: account.twoFactorEnabled,
			required: isAdmin && deps.config.requireAdminTotp,
			verified: secondFactor,
		},
		pausedReason,
		pausedWhy: pausedReason === null ? null : reasonMessageOf(pausedReason),
		sessionId,
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

/** Limits how many confirmation emails all accounts together send to a mailbox; further ones are skipped silently. */
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
		await upsertPassword(tx, { uid, passwordHash, nowMs: clock.now() });
		await deleteActionCodesOf(tx, uid);
		await deleteOtherSessions(tx, { uid, keepId: sessionId });
		await orderMail(tx, { kind: 'password-changed', uid });
	});
}
