import { sql } from 'kysely';
import type { Tx } from '../lib/db/database.ts';

/** Erases the reasons; ids, amounts and states stay, by which the books are proven. */
export async function eraseAdjustments(tx: Tx, { uid, atMs }: { uid: string; atMs: number }): Promise<void> {
	await sql`
		update adjustments set reason = null,
			state = case state when 'waiting' then 'expired' else state end,
			decided_at = coalesce(decided_at, ${new Date(atMs)})
		where uid = ${uid}
	`.execute(tx);
}
