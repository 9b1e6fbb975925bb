import { asRobuxCents, type RobuxCents, robuxFromWire, robuxToWire } from '../../../contract/money.ts';
import type { AdminPayoutSettings, AdminPayoutSettingsChange } from '../../../contract/withdrawals/payout-controls.ts';
import { type StaffCall, withAudit } from '../../accounts/with-audit.ts';
import { recordAudit } from '../../lib/audit.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import { type DbDeps, hasRow, inTransaction, type Tx } from '../../lib/db/database.ts';
import { wakeRequested } from '../payouts/store-payouts.ts';
import { requireVendorsChecked } from './payout-safety.ts';
import * as store from './store-safety.ts';

type Caps = Partial<Pick<store.PayoutSettings, 'hourCap' | 'dayCap' | 'personDayCap'>>;

const siteCaps = { hourCap: asRobuxCents(10_000_00), dayCap: asRobuxCents(50_000_00) } satisfies Caps;
const personCap = { personDayCap: asRobuxCents(3_000_00) } satisfies Caps;

/** Runs only once, so that changed or removed caps stay. */
export async function seedCaps(
	{ db, clock, log }: DbDeps & { log: Log },
	{ isPersonCapSet }: { isPersonCapSet: boolean },
): Promise<void> {
	const now = new Date(clock.now());
	await inTransaction(db, async (tx) => {
		const before = await store.lockPayoutSettings(tx);
		const ours: Caps = {
			...((await isFirst(tx, 'site-caps', now)) && siteCaps),
			...(!isPersonCapSet && (await isFirst(tx, 'person-cap', now)) && personCap),
		};
		const caps = Object.fromEntries(Object.entries(ours).filter(([cap]) => before[cap as keyof Caps] === null)) as Caps;
		if (Object.keys(caps).length === 0) return;
		await store.updatePayoutSettings(tx, { ...before, ...caps }, now);
		const details = Object.fromEntries(Object.entries(caps).map(([cap, own]) => [cap, robuxToWire(own as RobuxCents)]));
		await recordAudit(tx, { atMs: now.getTime(), actor: 'system', action: 'seed-payout-caps', details });
		log.warn({ ...details }, 'payouts are now capped; change the caps under Withdrawals in the admin area');
	});
}

async function isFirst(tx: Tx, name: 'site-caps' | 'person-cap', now: Date): Promise<boolean> {
	return hasRow(tx)`insert into seeds (name, at) values (${name}, ${now}) on conflict (name) do nothing returning name`;
}

export async function getPayoutSettings({ db, clock }: DbDeps): Promise<AdminPayoutSettings> {
	const sent = await store.selectSpend(db, clock.now());
	const settings = await store.selectPayoutSettings(db);
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

type ChangeDeps = DbDeps & { wakePayouts: () => void };

export const changePayoutSettings: StaffCall<'adminChangePayoutSettings', ChangeDeps> = async (deps, input, admin) => {
	const { reason, ...change } = input;
	await withAudit(deps, admin, { action: 'change-payout-settings', reason }, async (tx, atMs) => {
		const now = new Date(atMs);
		const before = await store.lockPayoutSettings(tx);
		const after = { ...before, ...toSettings(change) };
		await store.updatePayoutSettings(tx, after, now);
		if (after.isOn) {
			await requireVendorsChecked(tx);
			await store.liftRestorations(tx, now);
		}
		await wakeRequested(tx, now);
		return { result: undefined, change: { before, after } };
	});
	deps.wakePayouts();
	return getPayoutSettings(deps);
};

function toSettings(change: Omit<AdminPayoutSettingsChange, 'reason'>): Partial<store.PayoutSettings> {
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
