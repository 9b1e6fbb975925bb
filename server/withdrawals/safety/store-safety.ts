import { sql } from 'kysely';
import type { RobuxCents } from '../../../contract/money.ts';
import { type Database, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import { together } from '../../lib/db/pipeline.ts';
import { prepared } from '../../lib/db/prepared.ts';
import type { CircuitReason } from './circuit.ts';

export type PayoutSettings = {
	isOn: boolean;
	/** R$ cents; null for no limit. */
	hourCap: RobuxCents | null;
	dayCap: RobuxCents | null;
	/** Per user and day; WITHDRAW_DAILY_CAP takes precedence. */
	personDayCap: RobuxCents | null;
	/** Limits in whole $ and R$; null for no alert. */
	balanceAlertUsd: number | null;
	stockAlert: number | null;
	coverAlertDays: number | null;
};

const settingsColumns = sql`is_on as "isOn", hour_cap as "hourCap", day_cap as "dayCap", person_day_cap as "personDayCap",
	balance_alert_usd as "balanceAlertUsd", stock_alert as "stockAlert", cover_alert_days as "coverAlertDays"`;

export async function selectPayoutSettings(db: Database | Tx): Promise<PayoutSettings> {
	const row = await rowOf<PayoutSettings>(db)`
		select ${settingsColumns} from payout_settings where name = 'payouts'
	`;
	return row as PayoutSettings;
}

export async function lockPayoutSettings(tx: Tx): Promise<PayoutSettings> {
	const row = await rowOf<PayoutSettings>(tx)`
		select ${settingsColumns} from payout_settings where name = 'payouts' for update
	`;
	return row as PayoutSettings;
}

export async function updatePayoutSettings(tx: Tx, settings: PayoutSettings, now: Date): Promise<void> {
	await sql`
		update payout_settings
		set is_on = ${settings.isOn}, hour_cap = ${settings.hourCap}, day_cap = ${settings.dayCap},
			person_day_cap = ${settings.personDayCap},
			balance_alert_usd = ${settings.balanceAlertUsd}, stock_alert = ${settings.stockAlert},
			cover_alert_days = ${settings.coverAlertDays}, changed_at = ${now}
		where name = 'payouts'
	`.execute(tx);
}

export async function selectIsUnasked(tx: Tx): Promise<boolean> {
	const rows = await rowsOf(tx)`select from restorations where asked_at is null limit 1`;
	return rows.length > 0;
}

export async function liftRestorations(tx: Tx, now: Date): Promise<void> {
	await sql`update restorations set lifted_at = ${now} where lifted_at is null`.execute(tx);
}

const addToHour = prepared<{ sent: RobuxCents }>(
	'add_payout_spend',
	`insert into payout_spend (hour, sent) values ($1, $2)
	on conflict (hour) do update set sent = payout_spend.sent + excluded.sent
	returning sent`,
);
const sumSince = prepared<{ sent: RobuxCents }>(
	'sum_payout_spend',
	'select coalesce(sum(sent), 0)::bigint as sent from payout_spend where hour >= $1',
);

/** Call it late: its row lock makes the next caller wait for the commit, which enforces the cap. */
export async function addSpend(tx: Tx, amount: RobuxCents, hour: Date, day: Date) {
	const [added, summed] = await together(addToHour(tx, hour, amount), sumSince(tx, day));
	return { hour: added.rows[0]?.sent ?? 0, day: summed.rows[0]?.sent ?? 0 };
}

export async function selectSpend(db: Database, hour: Date, day: Date) {
	const row = await rowOf<{ hour: RobuxCents; day: RobuxCents }>(db)`
		select coalesce(sum(sent) filter (where hour = ${hour}), 0)::bigint as hour, coalesce(sum(sent), 0)::bigint as day
		from payout_spend where hour >= ${day}
	`;
	return row as { hour: RobuxCents; day: RobuxCents };
}

export type OpenCircuit = { vendor: string; reason: CircuitReason; openUntil: Date };

export async function selectOpenCircuits(db: Database, now: Date): Promise<OpenCircuit[]> {
	return rowsOf<OpenCircuit>(db)`
		select vendor, reason, open_until as "openUntil" from vendor_health where open_until > ${now} order by vendor
	`;
}

const selectPassage = prepared<{ openUntil: Date | null }>(
	'select_passage',
	'select open_until as "openUntil" from vendor_health where vendor = $1',
);

/** When a circuit's time is over, returns `one` to the first caller; then `none` until `trialUntil` or an answer. */
export async function takePassage(
	db: Database,
	vendor: string,
	now: Date,
	trialUntil: Date,
): Promise<'any' | 'one' | 'none'> {
	const { rows } = await selectPassage(db, vendor);
	if (!rows[0]?.openUntil) return 'any';
	const taken = await rowsOf(db)`
		update vendor_health set open_until = ${trialUntil} where vendor = ${vendor} and open_until <= ${now}
		returning vendor
	`;
	return taken.length > 0 ? 'one' : 'none';
}

const clear = prepared(
	'clear_vendor_failures',
	`update vendor_health set failures = 0, open_until = null
	where vendor = $1 and (failures > 0 or open_until is not null)`,
);

export async function clearFailures(db: Database, vendor: string): Promise<void> {
	await clear(db, vendor);
}

export async function addFailure(db: Database, vendor: string): Promise<number> {
	const row = await rowOf<{ failures: number }>(db)`
		insert into vendor_health (vendor, failures) values (${vendor}, 1)
		on conflict (vendor) do update set failures = vendor_health.failures + 1
		returning failures
	`;
	return row?.failures ?? 1;
}

export async function openCircuit(
	db: Database,
	vendor: string,
	{ until, reason }: { until: Date; reason: CircuitReason },
): Promise<void> {
	await sql`
		insert into vendor_health (vendor, failures, open_until, reason) values (${vendor}, 1, ${until}, ${reason})
		on conflict (vendor) do update set open_until = excluded.open_until, reason = excluded.reason
	`.execute(db);
}
