import { sql } from 'kysely';
import type { Database, Tx } from '../lib/database.ts';

export type HeldCredit = { uid: string; holdId: number; wall: string; transactionId: string };

/** How a held credit ended: in the wallet, taken back, or followed by the credit that the partner approved. */
type HeldOutcome = 'released' | 'cancelled' | 'approved';

const heldColumns = sql`uid, hold_id as "holdId", wall, transaction_id as "transactionId"`;

export async function insertHeldCredit(tx: Tx, held: HeldCredit, releaseAtMs: number | undefined): Promise<void> {
	await sql`
		insert into held_credits (uid, hold_id, wall, transaction_id, release_at)
		values (${held.uid}, ${held.holdId}, ${held.wall}, ${held.transactionId},
			${releaseAtMs === undefined ? null : new Date(releaseAtMs)})
	`.execute(tx);
}

/** Only while the user's wallet is locked. */
export async function endHeldCredit(
	tx: Tx,
	{ uid, holdId, outcome }: { uid: string; holdId: number; outcome: HeldOutcome },
): Promise<void> {
	await sql`update held_credits set outcome = ${outcome} where uid = ${uid} and hold_id = ${holdId}`.execute(tx);
}

/** @returns null while it is held, undefined where nothing was. */
export async function selectHeldOutcome(tx: Tx, uid: string, holdId: number): Promise<HeldOutcome | null | undefined> {
	const { rows } = await sql<{ outcome: HeldOutcome | null }>`
		select outcome from held_credits where uid = ${uid} and hold_id = ${holdId}
	`.execute(tx);
	return rows[0]?.outcome;
}

/** Held credits whose time has come, the longest due first. */
export async function selectDueHolds(db: Database, nowMs: number, limit: number): Promise<HeldCredit[]> {
	const { rows } = await sql<HeldCredit>`
		select ${heldColumns} from held_credits
		where outcome is null and release_at <= ${new Date(nowMs)} order by release_at limit ${limit}
	`.execute(db);
	return rows;
}

/** What is held back of a user, in the order in which it came. */
export async function selectUndecidedHolds(tx: Tx, uid: string): Promise<HeldCredit[]> {
	const { rows } = await sql<HeldCredit>`
		select ${heldColumns} from held_credits where uid = ${uid} and outcome is null order by hold_id
	`.execute(tx);
	return rows;
}
