import { sql } from 'kysely';
import type { Tx } from '../lib/db/database.ts';

export async function eraseNotices(tx: Tx, { uid }: { uid: string }): Promise<void> {
	await sql`delete from notices where uid = ${uid}`.execute(tx);
}
