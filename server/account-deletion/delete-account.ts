import { CallError } from '../../contract/errors.ts';
import { asRobuxCents, type RobuxCents } from '../../contract/money.ts';
import { refusal } from '../../contract/refusals.ts';
import { eraseProfile } from '../accounts/profile/erase-user.ts';
import { requireRecentSignIn } from '../accounts/sessions/require-recent-sign-in.ts';
import { eraseIdentity } from '../accounts/user-record/erase-user.ts';
import { requireAnotherAdmin } from '../accounts/user-record/require-another-admin.ts';
import { eraseAdjustments } from '../adjustments/erase-user.ts';
import { eraseFraud } from '../fraud/erase-user.ts';
import { closeWallet } from '../ledger/erase-user.ts';
import { WalletClosed } from '../ledger/errors.ts';
import { lockWallet } from '../ledger/wallet.ts';
import { eraseAuditDetailsOf, recordAudit } from '../lib/audit.ts';
import type { Clock } from '../lib/clock.ts';
import { type Database, inTransaction, type Tx } from '../lib/db/database.ts';
import { eraseEventsOf } from '../lib/event-log.ts';
import type { Log } from '../lib/log.ts';
import { eraseNotices } from '../notifications/erase-user.ts';
import { eraseOffers, settleHeldCredits } from '../offerwalls/erase-user.ts';
import { eraseRedemptions } from '../promotions/erase-user.ts';
import { eraseWithdrawals, requireNoOpenWithdrawal } from '../withdrawals/erase-user.ts';

export type DeletionDeps = { db: Database; clock: Clock; log: Log };

/** Who wants it: the owner, in this session, or an admin. */
export type DeletedBy = { kind: 'owner'; sessionId: string } | { kind: 'admin'; uid: string };

/**
 * Deletes an account for good, in one transaction: all of it or nothing. What is left is a tombstone: the opaque uid with
 * its transfers, order ids and states, so that the books still prove and a repeated callback is still a repeat.
 *
 * Everything below happens under the wallet's lock. Whoever moves this user's money at the same moment (a postback, a
 * withdrawal, a payout's end, a second click) comes wholly before, or finds the wallet closed.
 *
 * @throws CallError `unauthenticated` (an admin: `not-found`) when it was deleted before; `aborted` while a withdrawal is
 * open; `permission-denied` for the only admin, and with `details.reason` when the owner's sign-in is too long ago.
 */
export async function deleteAccount(
	{ db, clock, log }: DeletionDeps,
	uid: string,
	{ by }: { by: DeletedBy },
): Promise<void> {
	const atMs = clock.now();
	await inTransaction(db, async (tx) => {
		await lockOpenWallet(tx, uid, by);
		await requireNoOpenWithdrawal(tx, uid);
		await requireAnotherAdmin(tx, uid);
		if (by.kind === 'owner') await requireRecentSignIn(tx, { uid, sessionId: by.sessionId, nowMs: atMs });
		const { forfeited } = await erase(tx, { uid, atMs });
		const actor = by.kind === 'owner' ? uid : by.uid;
		await recordAudit(tx, { atMs, actor, action: 'delete-account', uid, details: { forfeited } });
	});
	log.info({ uid, by: by.kind }, 'an account was deleted');
}

/**
 * The same within an admin's action, which holds the locks and writes the entry: see {@link deleteAccount}.
 * @returns what was forfeited, in hundredths of R$. @throws CallError `aborted`, `permission-denied` as above.
 */
export async function eraseAccount(tx: Tx, whom: { uid: string; atMs: number }): Promise<{ forfeited: RobuxCents }> {
	await requireNoOpenWithdrawal(tx, whom.uid);
	await requireAnotherAdmin(tx, whom.uid);
	return erase(tx, whom);
}

async function erase(tx: Tx, { uid, atMs }: { uid: string; atMs: number }): Promise<{ forfeited: RobuxCents }> {
	await settleHeldCredits(tx, { uid, atMs });
	const { forfeited } = await closeWallet(tx, { uid, atMs });
	await eraseAdjustments(tx, { uid, atMs });
	await eraseWithdrawals(tx, uid);
	await eraseOffers(tx, uid);
	await eraseRedemptions(tx, uid);
	await eraseProfile(tx, uid);
	await eraseNotices(tx, uid);
	await eraseIdentity(tx, { uid, atMs });
	await eraseAuditDetailsOf(tx, uid);
	await eraseFraud(tx, uid);
	await eraseEventsOf(tx, uid);
	return { forfeited: asRobuxCents(forfeited) };
}

async function lockOpenWallet(tx: Tx, uid: string, by: DeletedBy): Promise<void> {
	try {
		await lockWallet(tx, uid);
	} catch (error) {
		if (!(error instanceof WalletClosed)) throw error;
		if (by.kind === 'admin') throw new CallError('not-found', refusal('no-user-record'));
		throw new CallError('unauthenticated', refusal('must-be-logged-in'));
	}
}
