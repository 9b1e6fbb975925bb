import { sql } from 'kysely';
import type { Tx } from '../../lib/db/database.ts';

export async function eraseClaims(tx: Tx, { uid }: { uid: string }): Promise<void> {
	await sql`delete from claims where uid = ${uid}`.execute(tx);
}
