import { sql } from 'kysely';
import type { Tx } from '../lib/db/database.ts';

/** Erases from where an account was used and what was thought of it. */
export async function eraseFraud(tx: Tx, uid: string): Promise<void> {
	await sql`delete from sign_in_places where uid = ${uid}`.execute(tx);
	await sql`delete from fraud_signals where uid = ${uid}`.execute(tx);
	await sql`delete from fraud_notes where uid = ${uid}`.execute(tx);
	await sql`delete from fraud_cases where uid = ${uid}`.execute(tx);
}
