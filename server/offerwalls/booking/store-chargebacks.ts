import { sql } from 'kysely';
import { asRobuxCents, type RobuxCents } from '../../../contract/money.ts';
import { transferWith } from '../../ledger/store.ts';
import { bigints, timestamps, uuids } from '../../lib/db/binary-array.ts';
import type { Database, Tx } from '../../lib/db/database.ts';

export type OfferwallSettings = {
	chargebacksToBan: number;
	/** Withdrawals pause above this share of taken-back completions. Null: never. */
	pauseAbovePercent: number | null;
	pauseWindow: number;
	/** Credits above this are held back, whatever their wall. Null: none. */
	holdAbove: RobuxCents | null;
	holdAboveHours: number;
};

export type Chargeback = { uid: string; transferId: number; atMs: number };

export type CountedChargebacks = {
	uid: string;
	/** Chargebacks that are not forgiven; 100 are counted at most. */
	before: number;
	added: number;
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

/** Only under the users' wallet locks, so that no two count as the second. @returns one for each user. */
export async function insertChargebacks(tx: Tx, chargebacks: readonly Chargeback[]): Promise<CountedChargebacks[]> {
	const input = sql`unnest(
		${uuids(chargebacks.map(({ uid }) => uid))}::uuid[],
		${bigints(chargebacks.map(({ transferId }) => transferId))}::bigint[],
		${timestamps(chargebacks.map(({ atMs }) => atMs))}::timestamptz[]
	) as i (uid, transfer_id, at)`;
	const { rows } = await sql<CountedChargebacks>`
		-- prepared: insert_chargebacks
		with counted as (
			insert into chargebacks (uid, transfer_id, at) select i.uid, i.transfer_id, i.at from ${input}
		)
		select i.uid, count(*)::int as added, (
			select count(*) from (select from chargebacks c where c.uid = i.uid and forgiven_at is null limit 100) b
		)::int as before,
			exists (select from users u where u.uid = i.uid and banned_at is null and deleted_at is null) as "isBannable"
		from ${input} group by i.uid
	`.execute(tx);
	return rows;
}

/** Those that were not forgiven, and are not counted there yet. */
export async function selectChargebacksToPassOn(
	tx: Tx,
	{ from, to }: { from: readonly string[]; to: string },
): Promise<number[]> {
	if (from.length === 0) return [];
	const { rows } = await sql<{ transferId: number }>`
		select distinct transfer_id as "transferId" from chargebacks c
		where uid = any(${from}::uuid[]) and forgiven_at is null
			and not exists (select from chargebacks known where known.uid = ${to} and known.transfer_id = c.transfer_id)
		order by 1
	`.execute(tx);
	return rows.map(({ transferId }) => transferId);
}

/** Hundredths of R$, by quarters of an hour. */
export async function selectLossesSince(db: Database, since: Date): Promise<RobuxCents> {
	const { rows } = await sql<{ lost: RobuxCents }>`
		select coalesce(sum(debited), 0)::bigint as lost from account_buckets
		where account = 'house:losses' and starts_at >= ${since}
	`.execute(db);
	return rows[0]?.lost ?? asRobuxCents(0);
}

export async function forgive(tx: Tx, { uid, atMs }: { uid: string; atMs: number }): Promise<void> {
	await sql`
		update chargebacks set forgiven_at = ${new Date(atMs)} where uid = ${uid} and forgiven_at is null
	`.execute(tx);
}

export async function countOpen(tx: Tx, uid: string): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		select count(*)::int as count from chargebacks where uid = ${uid} and forgiven_at is null
	`.execute(tx);
	return rows[0]?.count ?? 0;
}

export async function countCompletions(
	db: Database | Tx,
	uid: string,
	window: number,
): Promise<{ completed: number; takenBack: number }> {
	const { rows } = await sql<{ completed: number; takenBack: number }>`
		select count(*)::int as completed, count(taken.id)::int as "takenBack"
		from (
			select uid, left(reference, -6) as stem from transfers
			where uid = ${uid} and kind in ('credit', 'credit-hold') and reference not like '%/pending/credit'
			order by id desc limit ${window}
		) c
		left join lateral (
			select id from ${transferWith('c.uid', "(c.stem || 'reversal')")} t where reference = c.stem || 'reversal'
			union all
			select id from ${transferWith('c.uid', "(c.stem || 'cancel')")} t where reference = c.stem || 'cancel'
		) taken on true
	`.execute(db);
	return rows[0] ?? { completed: 0, takenBack: 0 };
}
