import { recordAudit } from '../lib/audit.ts';
import type { Clock } from '../lib/clock.ts';
import { type Database, inTransaction } from '../lib/database.ts';
import { enqueue } from '../lib/jobs.ts';
import { wakeRequested } from './store-payouts.ts';
import { lockPayoutSettings, type PayoutSettings, updatePayoutSettings } from './store-safety.ts';
import { PAY_WITHDRAWAL_TASK } from './withdrawal.ts';

export type { PayoutSettings } from './store-safety.ts';

/**
 * Changes what an operator may change while payouts run: the kill switch, the caps, the thresholds of alerts. Counts from
 * the next order on, on every node; orders that must wait for it keep waiting with their money held.
 *
 * @param change only what is named in it changes.
 * @param admin uid of who does it. @param reason for the record.
 */
export async function changePayoutSettings(
	{ db, clock }: { db: Database; clock: Clock },
	change: Partial<PayoutSettings>,
	{ admin, reason }: { admin: string; reason: string },
): Promise<PayoutSettings> {
	const now = new Date(clock.now());
	return inTransaction(db, async (tx) => {
		const before = await lockPayoutSettings(tx);
		const after = { ...before, ...change };
		await updatePayoutSettings(tx, after, now);
		const details = { before, after, reason };
		await recordAudit(tx, { atMs: now.getTime(), actor: admin, action: 'change-payout-settings', details });
		await wakeRequested(tx, now);
		await enqueue(tx, PAY_WITHDRAWAL_TASK, {});
		return after;
	});
}
