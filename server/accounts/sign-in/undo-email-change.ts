import { createHmac } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { refusal } from '../../../contract/refusals.ts';
import { type DbDeps, hasRow, inTransaction, rowOf, type Tx } from '../../lib/db/database.ts';
import type { TakeFromRateLimit } from '../../lib/http/callers.ts';
import { isSameText } from '../../lib/secrets/same-text.ts';
import {
	deleteActionCodesOf,
	deletePassword,
	deleteTwoFactor,
	lockAccount,
	selectAccountState,
	updateEmail,
	upsertPassword,
} from '../account-store.ts';
import { authError, tooSoon } from '../auth-error.ts';
import {
	closeUndo,
	type FormerAddress,
	insertFormerAddress,
	selectByUndoHash,
} from '../memory/store-former-addresses.ts';
import { deletePasskeys } from '../passkeys/store-passkeys.ts';
import { deleteSessionsOf } from '../store.ts';
import { hashCode } from './one-time-code.ts';
import { useCodeOnce } from './two-factor.ts';

const STEP_MS = 30_000;

/** Uses up a recovery code. */
async function isOwnCode(
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

const TRIES = { max: 10, windowMs: 15 * 60_000 };

type Deps = DbDeps & { takeOnce: TakeFromRateLimit };
type Request = { code: unknown; password?: string | undefined; secondFactor?: string | undefined };

/**
 * Brings back a former address, and the password and second factor of that time, and ends all sessions.
 * @throws authError `invalid-action-code`, `expired-action-code`, `missing-password`, `wrong-password`,
 * `invalid-verification-code`, `email-already-in-use`, `operation-not-allowed` with the reason `second-factor-needed`.
 */
export async function undoEmailChange(
	deps: Deps,
	ctx: GenericEndpointContext,
	request: Request,
): Promise<{ email: string }> {
	const { db, clock } = deps;
	const hash = hashCode(request.code);
	const former = hash && (await selectByUndoHash(db, hash));
	if (!former) throw authError('invalid-action-code');
	if (former.undoUntil.getTime() <= clock.now()) throw authError('expired-action-code');
	const keepsPassword = await requireOwner(deps, ctx, { former, request });
	await inTransaction(db, async (tx) => {
		const { uid, email } = former;
		const now = new Date(clock.now());
		if (!(await lockAccount(tx, uid))) throw authError('invalid-action-code');
		await insertFormerAddress(tx, { uid, at: now, undoUntil: now, isUndone: true });
		if (!(await closeUndo(tx, { ...former, hash, now }))) throw authError('invalid-action-code');
		await updateEmail(tx, { uid, email });
		if (!keepsPassword) await restorePassword(tx, former, now);
		if (!former.hadSecondFactor) await deleteTwoFactor(tx, uid);
		await deletePasskeys(tx, { uid });
		await deleteActionCodesOf(tx, uid);
		await deleteSessionsOf(tx, uid);
	});
	return { email: former.email };
}

/** @returns true if the current password was given, which then stays. */
async function requireOwner(
	deps: Deps,
	ctx: GenericEndpointContext,
	{ former, request: { password, secondFactor } }: { former: FormerAddress; request: Request },
): Promise<boolean> {
	const { uid, passwordHash, hadSecondFactor } = former;
	const account = await selectAccountState(deps.db, uid);
	if (hadSecondFactor && account?.twoFactorEnabled) {
		if (secondFactor === undefined) throw authError('operation-not-allowed', refusal('second-factor-needed'));
		await takeTry(deps, former);
		if (!(await isOwnCode(deps, ctx, { uid, code: secondFactor }))) throw authError('invalid-verification-code');
		await useCodeOnce(deps, { uid, code: secondFactor });
		return account.passwordHash === passwordHash;
	}
	if (passwordHash === null) return account?.passwordHash === null;
	if (password === undefined) throw authError('missing-password');
	await takeTry(deps, former);
	const isCorrect = (hash: string) => ctx.context.password.verify({ hash, password });
	if (account?.passwordHash && (await isCorrect(account.passwordHash))) return true;
	if (!(await isCorrect(passwordHash))) throw authError('wrong-password');
	return false;
}

async function takeTry({ takeOnce }: Deps, { id }: FormerAddress): Promise<void> {
	const waitMs = await takeOnce(`undo-email|${id}`, TRIES);
	if (waitMs !== undefined) throw tooSoon(waitMs);
}

async function restorePassword(tx: Tx, { uid, passwordHash }: FormerAddress, now: Date): Promise<void> {
	if (passwordHash === null) await deletePassword(tx, uid);
	else await upsertPassword(tx, { uid, passwordHash, nowMs: now.getTime() });
}
