import { sql } from 'kysely';
import type { Tx } from '../lib/db/database.ts';

export async function eraseFraud(tx: Tx, { uid }: { uid: string }): Promise<void> {
	await sql`delete from sign_in_places where uid = ${uid}`.execute(tx);
	await sql`delete from fraud_signals where uid = ${uid}`.execute(tx);
	await sql`delete from fraud_notes where uid = ${uid}`.execute(tx);
	await sql`delete from fraud_cases where uid = ${uid}`.execute(tx);
}
