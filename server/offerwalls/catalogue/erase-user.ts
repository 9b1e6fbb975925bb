import { sql } from 'kysely';
import type { Tx } from '../../lib/db/database.ts';

export async function eraseClicks(tx: Tx, { uid }: { uid: string }): Promise<void> {
	await sql`delete from clicks where uid = ${uid}`.execute(tx);
	await sql`delete from credited_goals where uid = ${uid}`.execute(tx);
}
