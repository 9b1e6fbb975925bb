import { sql } from 'kysely';
import type { RobuxCents } from '../../contract/money.ts';
import type { Database, Tx } from '../lib/database.ts';

/** What an operator may change while the product runs. */
export type OfferwallSettings = {
	chargebacksToBan: number;
	/** Withdrawals pause above this share of taken-back completions. Null: never. */
	pauseAbovePercent: number | null;
	pauseWindow: number;
	/** Credits above this are held back, whatever their wall. Null: none. */
	holdAbove: RobuxCents | null;
	holdAboveHours: number;
};

export type CountedChargeback = {
	/** Not forgiven, with this one; counted up to 101. */
	count: number;
	/** Whether there is a user record that is not banned yet. */
	isBannable: boolean;
};

export async function selectSettings(db: Database | Tx): Promise<OfferwallSettings> {
	const { rows } = await sql<OfferwallSettings>`
		select chargebacks_to_ban as "chargebacksToBan", pause_above_percent as "pauseAbovePercent",
			pause_window as "pauseWindow", hold_above as "holdAbove", hold_above_hours as "holdAboveHours"
		from offerwall_settings
	`.execute(db);
	const [settings] = rows;
	if (!settings) throw new Error('the row of offerwall_settings is missing');
	return settings;
}

/** Only while the user's wallet is locked, so that two do not both count as the second. */
export async function insertChargeback(
	tx: Tx,
	{ uid, transferId, atMs }: { uid: string; transferId: number; atMs: number },
): Promise<CountedChargeback> {
	const { rows } = await sql<CountedChargeback>`
		-- prepared: insert_chargeback
		with counted as (
			insert into chargebacks (uid, transfer_id, at) values (${uid}, ${transferId}, ${new Date(atMs)})
		)
		select 1 + (
			select count(*) from (select from chargebacks where uid = ${uid} and forgiven_at is null limit 100) c
		)::int as count,
			exists (select from users where uid = ${uid} and banned_at is null) as "isBannable"
	`.execute(tx);
	return rows[0] as CountedChargeback;
}

export async function forgive(tx: Tx, { uid, atMs }: { uid: string; atMs: number }): Promise<void> {
	await sql`
		update chargebacks set forgiven_at = ${new Date(atMs)} where uid = ${uid} and forgiven_at is null
	`.execute(tx);
}

/** Of the user's last completions, how many there are and how many were taken back. */
export async function countCompletions(
	db: Database | Tx,
	uid: string,
	window: number,
): Promise<{ completed: number; takenBack: number }> {
	const { rows } = await sql<{ completed: number; takenBack: number }>`
		select count(*)::int as completed, count(taken.id)::int as "takenBack"
		from (
			select left(reference, -6) as stem from transfers
			where uid = ${uid} and kind in ('credit', 'credit-hold') and reference not like '%/pending/credit'
			order by id desc limit ${window}
		) c
		left join transfers taken on taken.uid = ${uid} and taken.reference in (c.stem || 'reversal', c.stem || 'cancel')
	`.execute(db);
	return rows[0] ?? { completed: 0, takenBack: 0 };
}
