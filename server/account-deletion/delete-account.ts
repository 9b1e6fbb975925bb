import type { Calls } from '../../contract/calls.ts';
import { asRobuxCents, type RobuxCents, robuxToWire } from '../../contract/money.ts';
import { callError } from '../../contract/refusals.ts';
import { requireSecondAboveAllowance } from '../accounts/allowance.ts';
import { digestAliasesOf } from '../accounts/external-ids/external-ids.ts';
import { type AccountMemory, rememberAccount } from '../accounts/memory/account-memory.ts';
import { selectConfirmedAddresses } from '../accounts/memory/store-former-addresses.ts';
import { requireRecentSignIn } from '../accounts/sessions/require-session.ts';
import { requireAnotherOwner } from '../accounts/user-record/require-another-owner.ts';
import { type StaffCall, withAudit } from '../accounts/with-audit.ts';
import { settleGrowth } from '../growth/pay-bounties.ts';
import { closeWallet } from '../ledger/erase-user.ts';
import { WalletClosed } from '../ledger/errors.ts';
import { lockWallet } from '../ledger/wallet.ts';
import { eraseAuditFieldsOf, recordAudit } from '../lib/audit.ts';
import type { Log } from '../lib/clock-and-log.ts';
import { type DbDeps, inTransaction, type Tx } from '../lib/db/database.ts';
import { eraseEventsOf } from '../lib/event-log.ts';
import type { Handler } from '../lib/feature.ts';
import { cancelImportedHold } from '../move-in/erase-user.ts';
import { settleHeldCredits } from '../offerwalls/booking/erase-user.ts';
import { requireNoOpenWithdrawal } from '../withdrawals/erase-user.ts';

type EraseParts = (tx: Tx, whom: { uid: string; atMs: number }) => Promise<void>;

type ErasureDeps = { memory: AccountMemory; eraseParts: EraseParts };

export type DeletionDeps = DbDeps & { log: Log } & ErasureDeps;

/** @throws CallError `aborted` with an open withdrawal; `permission-denied`; also {@link requireSecondAboveAllowance}. */
export const adminDeleteUser: StaffCall<'adminDeleteUser', DeletionDeps> = async (deps, { uid, reason }, admin) => {
	const deleted = await withAudit(deps, admin, { action: 'delete-account', user: uid, reason }, async (tx, atMs) => {
		const { balance, pending } = await lockWallet(tx, uid);
		const amount = asRobuxCents(Math.abs(balance) + pending);
		const forfeited = robuxToWire((await eraseAccount(tx, deps, { uid, atMs })).forfeited);
		await requireSecondAboveAllowance(tx, admin, { uid, amount, atMs });
		return {
			result: { forfeited },
			change: {
				...(robuxToWire(amount) !== forfeited && { amount: robuxToWire(amount) }),
				before: { deleted: false },
				after: { deleted: true, forfeited },
				keeps: ['amount', 'forfeited'],
			},
		};
	});
	deps.log.info({ uid, by: 'admin' }, 'account deleted');
	return deleted;
};

type DeletedBy = { kind: 'owner'; sessionId: string } | { kind: 'admin'; uid: string };

/**
 * Leaves a tombstone, so that the books stay provable.
 * @throws CallError `unauthenticated` or `not-found` if already deleted, `aborted` with an open withdrawal,
 * `permission-denied` for the only owner or an old sign-in.
 */
export async function deleteAccount({ db, clock, log, ...deps }: DeletionDeps, uid: string, { by }: { by: DeletedBy }) {
	const atMs = clock.now();
	await inTransaction(db, async (tx) => {
		await lockOpenWallet(tx, uid, by);
		await requireNoOpenWithdrawal(tx, uid);
		await requireAnotherOwner(tx, uid);
		if (by.kind === 'owner') await requireRecentSignIn(tx, { uid, sessionId: by.sessionId, nowMs: atMs });
		const { forfeited } = await erase(tx, deps, { uid, atMs });
		const actor = by.kind === 'owner' ? uid : by.uid;
		await recordAudit(tx, { atMs, actor, action: 'delete-account', uid, details: { forfeited }, keeps: ['forfeited'] });
	});
	log.info({ uid, by: by.kind }, 'account deleted');
}

export const deleteOwnAccount: Handler<Calls['deleteAccount'], DeletionDeps> = async (deps, _, { actor }) => {
	await deleteAccount(deps, actor.uid, { by: { kind: 'owner', sessionId: actor.sessionId } });
	return { deleted: true };
};

/** Requires the locks of the wallet and the account. @throws CallError like {@link deleteAccount}. */
export async function eraseAccount(
	tx: Tx,
	deps: ErasureDeps,
	whom: { uid: string; atMs: number },
): Promise<{ forfeited: RobuxCents }> {
	await requireNoOpenWithdrawal(tx, whom.uid);
	await requireAnotherOwner(tx, whom.uid);
	return erase(tx, deps, whom);
}

async function erase(
	tx: Tx,
	{ memory, eraseParts }: ErasureDeps,
	{ uid, atMs }: { uid: string; atMs: number },
): Promise<{ forfeited: RobuxCents }> {
	await rememberAccount(tx, memory, { uid, atMs, confirmedEmails: await selectConfirmedAddresses(tx, uid) });
	await digestAliasesOf(tx, memory, uid);
	await cancelImportedHold(tx, { uid, atMs });
	await settleHeldCredits(tx, { uid, atMs });
	await settleGrowth(tx, { uid, atMs });
	const { forfeited } = await closeWallet(tx, { uid, atMs });
	await eraseParts(tx, { uid, atMs });
	await eraseAuditFieldsOf(tx, uid);
	await eraseEventsOf(tx, uid);
	return { forfeited: asRobuxCents(forfeited) };
}

async function lockOpenWallet(tx: Tx, uid: string, by: DeletedBy): Promise<void> {
	try {
		await lockWallet(tx, uid);
	} catch (error) {
		if (!(error instanceof WalletClosed)) throw error;
		if (by.kind === 'admin') throw callError('not-found', 'no-user-record');
		throw callError('unauthenticated', 'must-be-logged-in');
	}
}
