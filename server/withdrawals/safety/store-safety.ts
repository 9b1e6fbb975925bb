import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import type { RobuxCents } from '../../../contract/money.ts';
import { cellOf, type Database, hasRow, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import { together } from '../../lib/db/pipeline.ts';
import { prepared } from '../../lib/db/prepared.ts';
import type { Alert } from '../../lib/feature.ts';
import type { CircuitReason } from './circuit.ts';

export type RaisedAlert = Alert & { raisedAt: Date };

type Worries = { needReview: number; waiting: number; screened: number; byHand: number; reviews: number };

export async function selectWorries(db: Database, waitingSince: Date, byHandSince: Date) {
	return (await rowOf<Worries>(db)`
		select
			(select count(*) from withdrawals where state = 'needs-review')::int as "needReview",
			(
				select count(*) from withdrawals w where state = 'requested' and created_at < ${waitingSince} and not exists (
					select from screenings s where s.uid = w.uid and s.withdrawal_id = w.id and s.ended_at >= ${waitingSince}
				)
			)::int as waiting,
			(select count(*) from screenings where ended_at is null and needs_person)::int as screened,
			(select count(*) from manual_payouts where state in ('waiting', 'taken') and created_at < ${byHandSince})::int
				as "byHand",
			(select count(*) from payout_reviews where resolved_at is null)::int as reviews
	`) as Worries;
}

export async function replaceAlerts(db: Database | Tx, alerts: readonly Alert[], now: Date) {
	const kinds = alerts.map(({ kind }) => kind);
	const messages = alerts.map(({ message }) => message);
	const over = await rowsOf<Alert>(db)`
		delete from payout_alerts where kind <> all(${kinds}::text[]) returning kind, message
	`;
	const rows = await rowsOf<Alert & { isNew: boolean }>(db)`
		insert into payout_alerts (kind, message, raised_at)
		select kind, message, ${now}::timestamptz from unnest(${kinds}::text[], ${messages}::text[]) as a (kind, message)
		order by kind
		on conflict (kind) do update set message = excluded.message
		returning kind, message, xmax = 0 as "isNew"
	`;
	return { fresh: rows.filter(({ isNew }) => isNew), over };
}

export async function selectAlerts(db: Database): Promise<RaisedAlert[]> {
	return rowsOf<RaisedAlert>(db)`
		select kind, message, raised_at as "raisedAt" from payout_alerts order by raised_at, kind
	`;
}

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

export async function selectPayoutSettings(db: Database | Tx, lock = sql``): Promise<PayoutSettings> {
	return (await rowOf<PayoutSettings>(db)`
		select is_on as "isOn", hour_cap as "hourCap", day_cap as "dayCap", person_day_cap as "personDayCap",
			balance_alert_usd as "balanceAlertUsd", stock_alert as "stockAlert", cover_alert_days as "coverAlertDays"
		from payout_settings where name = 'payouts' ${lock}
	`) as PayoutSettings;
}

export const lockPayoutSettings = (tx: Tx): Promise<PayoutSettings> => selectPayoutSettings(tx, sql`for update`);

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
	return hasRow(tx)`select from restorations where asked_at is null limit 1`;
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

export function intervalsOf(nowMs: number): { hourMs: number; dayMs: number } {
	return { hourMs: nowMs - (nowMs % HOUR_MS), dayMs: nowMs - (nowMs % DAY_MS) };
}

/** Call it late: its row lock makes the next caller wait for the commit, which enforces the cap. */
export async function addSpend(tx: Tx, amount: RobuxCents, nowMs: number) {
	const { hourMs, dayMs } = intervalsOf(nowMs);
	const [added, summed] = await together(addToHour(tx, new Date(hourMs), amount), sumSince(tx, new Date(dayMs)));
	return { hour: added.rows[0]?.sent ?? 0, day: summed.rows[0]?.sent ?? 0 };
}

export async function selectSpend(db: Database, nowMs: number) {
	const { hourMs, dayMs } = intervalsOf(nowMs);
	return (await rowOf<{ hour: RobuxCents; day: RobuxCents }>(db)`
		select coalesce(sum(sent) filter (where hour = ${new Date(hourMs)}), 0)::bigint as hour, coalesce(sum(sent), 0)::bigint as day
		from payout_spend where hour >= ${new Date(dayMs)}
	`) as { hour: RobuxCents; day: RobuxCents };
}

type OpenCircuit = { vendor: string; reason: CircuitReason; openUntil: Date };

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
export async function takePassage(db: Database, vendor: string, now: Date, trialUntil: Date) {
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
	return (
		(await cellOf<number>(db)`
		insert into vendor_health (vendor, failures) values (${vendor}, 1)
		on conflict (vendor) do update set failures = vendor_health.failures + 1
		returning failures
	`) ?? 1
	);
}

export async function openCircuit(db: Database, vendor: string, until: Date, reason: CircuitReason): Promise<void> {
	await sql`
		insert into vendor_health (vendor, failures, open_until, reason) values (${vendor}, 1, ${until}, ${reason})
		on conflict (vendor) do update set open_until = excluded.open_until, reason = excluded.reason
	`.execute(db);
}
