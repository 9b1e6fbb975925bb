import { type RobuxCents, robuxFromWire, robuxToWire } from '../../../contract/money.ts';
import type { AdminPayoutSettings, AdminPayoutSettingsChange } from '../../../contract/withdrawals/payout-controls.ts';
import { type AdminContext, withAudit } from '../../accounts/with-audit.ts';
import type { DbDeps } from '../../lib/db/database.ts';
import { wakeRequested } from '../payouts/store-payouts.ts';
import { intervalsOf, requireVendorsChecked } from './payout-safety.ts';
import {
	liftRestorations,
	lockPayoutSettings,
	type PayoutSettings,
	selectPayoutSettings,
	selectSpend,
	updatePayoutSettings,
} from './store-safety.ts';

export async function getPayoutSettings({ db, clock }: DbDeps): Promise<AdminPayoutSettings> {
	const { hourMs, dayMs } = intervalsOf(clock.now());
	const sent = await selectSpend(db, new Date(hourMs), new Date(dayMs));
	const settings = await selectPayoutSettings(db);
	const toRobux = (cents: RobuxCents | null) => (cents === null ? null : robuxToWire(cents));
	return {
		is_on: settings.isOn,
		hour_cap: toRobux(settings.hourCap),
		day_cap: toRobux(settings.dayCap),
		person_day_cap: toRobux(settings.personDayCap),
		balance_alert_usd: settings.balanceAlertUsd,
		stock_alert: settings.stockAlert,
		cover_alert_days: settings.coverAlertDays,
		sent_this_hour: robuxToWire(sent.hour),
		sent_today: robuxToWire(sent.day),
	};
}

export async function changePayoutSettings(
	deps: DbDeps & { wakePayouts: () => void },
	{ reason, ...change }: AdminPayoutSettingsChange,
	admin: AdminContext,
): Promise<AdminPayoutSettings> {
	await withAudit(deps, admin, { action: 'change-payout-settings', reason }, async (tx, atMs) => {
		const now = new Date(atMs);
		const before = await lockPayoutSettings(tx);
		const after = { ...before, ...toSettings(change) };
		await updatePayoutSettings(tx, after, now);
		if (after.isOn) {
			await requireVendorsChecked(tx);
			await liftRestorations(tx, now);
		}
		await wakeRequested(tx, now);
		return { result: undefined, change: { before, after } };
	});
	deps.wakePayouts();
	return getPayoutSettings(deps);
}

function toSettings(change: Omit<AdminPayoutSettingsChange, 'reason'>): Partial<PayoutSettings> {
	const { is_on, hour_cap, day_cap, person_day_cap, balance_alert_usd, stock_alert, cover_alert_days } = change;
	const toCents = (robux: number | null) => (robux === null ? null : robuxFromWire(robux));
	return {
		...(is_on !== undefined && { isOn: is_on }),
		...(hour_cap !== undefined && { hourCap: toCents(hour_cap) }),
		...(day_cap !== undefined && { dayCap: toCents(day_cap) }),
		...(person_day_cap !== undefined && { personDayCap: toCents(person_day_cap) }),
		...(balance_alert_usd !== undefined && { balanceAlertUsd: balance_alert_usd }),
		...(stock_alert !== undefined && { stockAlert: stock_alert }),
		...(cover_alert_days !== undefined && { coverAlertDays: cover_alert_days }),
	};
}
