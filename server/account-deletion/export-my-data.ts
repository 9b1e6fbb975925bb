import type { MyData } from '../../contract/accounts/account.ts';
import { CallError } from '../../contract/errors.ts';
import { refusal } from '../../contract/refusals.ts';
import { exportProfile } from '../accounts/profile/export-user.ts';
import {
	exportAccount,
	exportAgreements,
	exportAudit,
	exportEvents,
	exportSessions,
} from '../accounts/user-record/export-user.ts';
import { exportAdjustments } from '../adjustments/export-user.ts';
import { exportFraud } from '../fraud/export-user.ts';
import { exportTransfers, exportWallet } from '../ledger/export-user.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import { exportNotices } from '../notifications/export-user.ts';
import {
	exportChargebacks,
	exportClaims,
	exportClicks,
	exportOffers,
	exportWaitingReversals,
} from '../offerwalls/export-user.ts';
import { exportRedemptions } from '../promotions/export-user.ts';
import { exportThreads } from '../threads/export-user.ts';
import {
	exportPayoutEvents,
	exportScreenings,
	exportSettlements,
	exportWithdrawals,
} from '../withdrawals/export-user.ts';

/** All that is kept about a user, of one moment, lists cut at `EXPORT_LINES_MAX`. @throws CallError `unauthenticated`. */
export async function exportMyData({ db, clock }: { db: Database; clock: Clock }, uid: string): Promise<MyData> {
	const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
	return reading.execute(async (tx) => {
		const account = await exportAccount(tx, uid);
		if (!account) throw new CallError('unauthenticated', refusal('must-be-logged-in'));
		const [offers, withdrawals, payoutEvents, notices, ledger] = [
			await exportOffers(tx, uid),
			await exportWithdrawals(tx, uid),
			await exportPayoutEvents(tx, uid),
			await exportNotices(tx, uid),
			await exportTransfers(tx, uid),
		];
		return {
			exported_at: clock.now(),
			is_complete: [offers, withdrawals, payoutEvents, notices, ledger].every(({ isComplete }) => isComplete),
			account,
			sessions: await exportSessions(tx, uid),
			agreements: await exportAgreements(tx, uid),
			profile: await exportProfile(tx, uid),
			wallet: await exportWallet(tx, uid),
			offers: offers.lines,
			clicks: await exportClicks(tx, uid),
			claims: await exportClaims(tx, uid),
			threads: await exportThreads(tx, uid),
			chargebacks: await exportChargebacks(tx, uid),
			waiting_reversals: await exportWaitingReversals(tx, uid),
			withdrawals: withdrawals.lines,
			payout_events: payoutEvents.lines,
			payout_settlements: await exportSettlements(tx, uid),
			screenings: await exportScreenings(tx, uid),
			notices: notices.lines,
			ledger: ledger.lines,
			adjustments: await exportAdjustments(tx, uid),
			fraud_check: await exportFraud(tx, uid),
			promo_redemptions: await exportRedemptions(tx, uid),
			events: await exportEvents(tx, uid),
			audit_entries: await exportAudit(tx, uid),
		};
	});
}
