import { sql } from 'kysely';
import type { Tx } from '../lib/db/database.ts';

export async function eraseSource(tx: Tx, { uid }: { uid: string }): Promise<void> {
	await sql`delete from account_sources where uid = ${uid}`.execute(tx);
	await sql`update partner_codes set name = '', landing = '', terms = '' where uid = ${uid}`.execute(tx);
	await sql`delete from invite_codes where uid = ${uid}`.execute(tx);
}
