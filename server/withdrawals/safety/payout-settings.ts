import { type AdminContext, withAudit } from '../../accounts/with-audit.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { wakeRequested } from '../payouts/store-payouts.ts';
import { intervalsOf, requireVendorsAsked } from './payout-safety.ts';
import {
	liftRestorations,
	lockPayoutSettings,
	type PayoutSettings,
	selectPayoutSettings,
	selectSpend,
	updatePayoutSettings,
} from './store-safety.ts';

export type { PayoutSettings } from './store-safety.ts';

export async function findPayoutSettings({ db, clock }: { db: Database; clock: Clock }) {
	const { hourMs, dayMs } = intervalsOf(clock.now());
	const sent = await selectSpend(db, new Date(hourMs), new Date(dayMs));
	return { ...(await selectPayoutSettings(db)), sentThisHour: sent.hour, sentToday: sent.day };
}

/**
 * Counts from the next order on, on every node; orders that must wait keep their money held.
 * @param change only what is named in it changes.
 * @throws CallError `failed-precondition`, see {@link requireVendorsAsked}.
 */
export async function changePayoutSettings(
	deps: { db: Database; clock: Clock; wakePayouts(): void },
	admin: AdminContext,
	{ change, reason }: { change: Partial<PayoutSettings>; reason: string },
): Promise<void> {
	await withAudit(deps, admin, { action: 'change-payout-settings', reason }, async (tx, atMs) => {
		const now = new Date(atMs);
		const before = await lockPayoutSettings(tx);
		const after = { ...before, ...change };
		await updatePayoutSettings(tx, after, now);
		// Whoever switches payouts on has seen what a restored site does not know.
		if (after.isOn) {
			await requireVendorsAsked(tx);
			await liftRestorations(tx, now);
		}
		await wakeRequested(tx, now);
		return { result: undefined, change: { before, after } };
	});
	deps.wakePayouts();
}
