import { sql } from 'kysely';
import type { Tx } from '../lib/db/database.ts';

/** Erases what was asked and why; ids, amounts and states stay, by which the books are proven. Settlements end with their orders. */
export async function eraseProposals(tx: Tx, { uid, atMs }: { uid: string; atMs: number }): Promise<void> {
	await sql`
		update proposals set reason = null, decided_for = null, input = case kind when 'call' then '{}'::jsonb end,
			state = case state when 'waiting' then 'expired' else state end,
			decided_at = coalesce(decided_at, ${new Date(atMs)})
		where uid = ${uid} and kind <> 'settlement'
	`.execute(tx);
}
