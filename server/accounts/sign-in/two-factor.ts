import { createHmac } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { twoFactor } from 'better-auth/plugins';
import { sql } from 'kysely';
import { refusal } from '../../../contract/refusals.ts';
import { type DbDeps, hasRow, rowOf } from '../../lib/db/database.ts';
import type { TakeFromRateLimit } from '../../lib/http/callers.ts';
import { isSameText } from '../../lib/secrets/same-text.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import { authError, tooSoon } from '../auth-error.ts';
import { columns } from '../auth-tables.ts';
import { hasProvider } from '../provider/store-provider.ts';
import { requireSession } from '../sessions/require-session.ts';
import { markSecondFactor } from '../sessions/session-store.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';

const PREFIX = '/two-factor/';
const ENABLE = '/two-factor/enable';
const DISABLE = '/two-factor/disable';
const VERIFY_TOTP = '/two-factor/verify-totp';
const VERIFY_BACKUP_CODE = '/two-factor/verify-backup-code';
/** A one-time password is shown for 30 s, and accepted one step earlier and later. */
const STEP_MS = 30_000;
const CODE_LIFETIME_MS = 3 * STEP_MS;

/** Attackers reach this step only with the password. */
const WRONG_CODES_MAX = 10;
export const LOCKED_FOR_MS = 15 * 60_000;
export const LOCKED = 'ACCOUNT_TEMPORARILY_LOCKED';

export type TwoFactorDeps = DbDeps & {
	attempts: SignInAttempts;
	takeOnce: TakeFromRateLimit;
	config: { brand: string };
};

export function twoFactorPlugin(config: { brand: string }) {
	return twoFactor({
		get issuer() {
			return config.brand;
		},
		accountLockout: { enabled: true, maxFailedAttempts: WRONG_CODES_MAX, durationSeconds: LOCKED_FOR_MS / 1000 },
		twoFactorTable: 'auth_two_factor',
		schema: {
			user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
			twoFactor: { fields: columns('userId backupCodes failedVerificationCount lockedUntil') },
		},
	});
}

export function givesSecondFactor(path: string | undefined): boolean {
	return path === VERIFY_TOTP || path === VERIFY_BACKUP_CODE;
}

/** better-auth neither requires a recent sign-in nor counts wrong codes in a session. */
export async function beforeTwoFactor(deps: TwoFactorDeps, ctx: GenericEndpointContext): Promise<void> {
	if (!ctx.path?.startsWith(PREFIX)) return;
	if (givesSecondFactor(ctx.path)) return beforeCode(deps, ctx);
	// A stolen password must not suffice to replace the second factor.
	const { account, fromIdToken } = await requireSession(ctx, deps, { isFresh: 'with-second-factor' });
	if (fromIdToken) throw authError('operation-not-allowed');
	if (ctx.path === ENABLE) {
		if (account.twoFactorEnabled) throw authError('operation-not-allowed', refusal('two-factor-already-on'));
		return;
	}
	if (!account.twoFactorEnabled) throw authError('operation-not-allowed');
	if (ctx.path === DISABLE && account.staffRole === 'owner' && (await hasProvider(deps.db))) {
		throw authError('operation-not-allowed', refusal('owner-keeps-authenticator'));
	}
}

async function beforeCode(deps: TwoFactorDeps, ctx: GenericEndpointContext): Promise<void> {
	const hasSession = await getSessionFromCtx(ctx, { disableRefresh: true });
	// In the second step of a sign-in, better-auth itself counts wrong codes.
	if (!hasSession) return;
	const { account, fromIdToken } = await requireSession(ctx, deps);
	if (fromIdToken) throw authError('operation-not-allowed');
	if (ctx.path === VERIFY_BACKUP_CODE && !account.twoFactorEnabled) throw authError('operation-not-allowed');
	const waitMs = await deps.attempts.takeCode(account.uid);
	if (waitMs !== undefined) throw tooSoon(waitMs);
	await useCodeOnce(deps, { uid: account.uid, code: ctx.body?.code });
}

/** @throws authError if the same code was used already. */
export async function useCodeOnce(
	{ takeOnce }: Pick<TwoFactorDeps, 'takeOnce'>,
	{ uid, code }: { uid: string; code: unknown },
): Promise<void> {
	const waitMs = await takeOnce(`code-used|${uid}|${String(code).slice(0, 20)}`, {
		max: 1,
		windowMs: CODE_LIFETIME_MS,
	});
	if (waitMs !== undefined) throw authError('invalid-verification-code');
}

/** Uses up a recovery code. */
export async function isOwnCode(
	{ db, clock }: DbDeps,
	ctx: GenericEndpointContext,
	{ uid, code }: { uid: string; code: string },
): Promise<boolean> {
	const stored = await rowOf<{ secret: string; codes: string }>(db)`
		select secret, backup_codes as codes from auth_two_factor where user_id = ${uid}
	`;
	if (!stored) return false;
	const key = ctx.context.secretConfig;
	const secret = await symmetricDecrypt({ key, data: stored.secret });
	const step = Math.floor(clock.now() / STEP_MS);
	if ([step - 1, step, step + 1].some((each) => isSameText(oneTimePassword(secret, each), code))) return true;
	const codes: string[] = JSON.parse(await symmetricDecrypt({ key, data: stored.codes }));
	if (!codes.includes(code)) return false;
	const left = await symmetricEncrypt({ key, data: JSON.stringify(codes.filter((each) => each !== code)) });
	return hasRow(db)`
		update auth_two_factor set backup_codes = ${left} where user_id = ${uid} and backup_codes = ${stored.codes} returning id
	`;
}

/** Source: RFC 4226, section 5.3. */
function oneTimePassword(secret: string, step: number): string {
	const counter = Buffer.alloc(8);
	counter.writeBigUInt64BE(BigInt(step));
	const mac = createHmac('sha1', secret).update(counter).digest();
	const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
	return String(number % 1_000_000).padStart(6, '0');
}

type FinishedContext = GenericEndpointContext & { context: { returned?: unknown } };

export async function afterTwoFactor(deps: TwoFactorDeps, ctx: FinishedContext): Promise<void> {
	if (!ctx.path?.startsWith(PREFIX) || ctx.context.returned instanceof APIError) return;
	const before = ctx.context.session;
	if (!before) return;
	const uid = before.user.id;
	// better-auth keeps the row of a set-up that was never finished, and so its age.
	if (ctx.path === ENABLE)
		await sql`update auth_two_factor set added_at = now() where user_id = ${uid}`.execute(deps.db);
	if (ctx.path === DISABLE) return orderMail(deps.db, { kind: 'two-factor-changed', uid, isOn: false });
	if (!givesSecondFactor(ctx.path)) return;
	await deps.attempts.succeedWithCode(uid);
	await markSecondFactor(deps.db, { id: before.session.id, nowMs: deps.clock.now() });
	if (ctx.context.newSession) await orderMail(deps.db, { kind: 'two-factor-changed', uid, isOn: true });
}
