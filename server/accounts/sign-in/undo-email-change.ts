import type { GenericEndpointContext } from 'better-auth';
import { refusal } from '../../../contract/refusals.ts';
import { type DbDeps, inTransaction } from '../../lib/db/database.ts';
import type { TakeFromRateLimit } from '../../lib/http/callers.ts';
import * as store from '../account-store.ts';
import { authError, tooSoon } from '../auth-error.ts';
import type { FormerAddress } from '../memory/store-former-addresses.ts';
import * as formerAddresses from '../memory/store-former-addresses.ts';
import { deletePasskeys } from '../passkeys/store-passkeys.ts';
import { deleteSessionsOf } from '../store.ts';
import { hashCode } from './one-time-code.ts';
import { isOwnCode, useCodeOnce } from './two-factor.ts';

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
	const former = hash && (await formerAddresses.selectByUndoHash(db, hash));
	if (!former) throw authError('invalid-action-code');
	if (former.undoUntil.getTime() <= clock.now()) throw authError('expired-action-code');
	const passwordHash = await requireOwner(deps, ctx, { former, request });
	await inTransaction(db, async (tx) => {
		const { uid, email } = former;
		const now = new Date(clock.now());
		if (!(await store.lockAccount(tx, uid))) throw authError('invalid-action-code');
		await formerAddresses.insertFormerAddress(tx, { uid, at: now, undoUntil: now, isUndone: true });
		if (!(await formerAddresses.closeUndo(tx, { ...former, hash, now }))) throw authError('invalid-action-code');
		await store.updateEmail(tx, { uid, email });
		if (passwordHash === null) await store.deletePassword(tx, uid);
		else if (passwordHash) await store.upsertPassword(tx, { uid, passwordHash, nowMs: now.getTime() });
		if (!former.hadSecondFactor) await store.deleteTwoFactor(tx, uid);
		await deletePasskeys(tx, { uid });
		await store.deleteActionCodesOf(tx, uid);
		await deleteSessionsOf(tx, uid);
	});
	return { email: former.email };
}

/** @returns the hash of the password to bring back, null for none, undefined if the current one stays. */
async function requireOwner(
	deps: Deps,
	ctx: GenericEndpointContext,
	{ former, request: { password, secondFactor } }: { former: FormerAddress; request: Request },
): Promise<string | null | undefined> {
	const { uid, passwordHash, earlierPasswordHash, hadSecondFactor } = former;
	const account = await store.selectAccountState(deps.db, uid);
	const unlessCurrent = (hash: string | null) => (hash === account?.passwordHash ? undefined : hash);
	if (hadSecondFactor && account?.twoFactorEnabled) {
		if (secondFactor === undefined) throw authError('operation-not-allowed', refusal('second-factor-needed'));
		await takeTry(deps, former);
		if (!(await isOwnCode(deps, ctx, { uid, code: secondFactor }))) throw authError('invalid-verification-code');
		await useCodeOnce(deps, { uid, code: secondFactor });
		return unlessCurrent(passwordHash);
	}
	if (passwordHash === null) return unlessCurrent(null);
	if (password === undefined) throw authError('missing-password');
	await takeTry(deps, former);
	for (const hash of new Set([account?.passwordHash, passwordHash, earlierPasswordHash])) {
		if (hash && (await ctx.context.password.verify({ hash, password }))) return unlessCurrent(hash);
	}
	throw authError('wrong-password');
}

async function takeTry({ takeOnce }: Deps, { id }: FormerAddress): Promise<void> {
	const waitMs = await takeOnce(`undo-email|${id}`, TRIES);
	if (waitMs !== undefined) throw tooSoon(waitMs);
}
