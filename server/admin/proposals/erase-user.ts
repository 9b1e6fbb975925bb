import { sql } from 'kysely';
import type { Tx } from '../../lib/db/database.ts';

/** Keeps ids, amounts and states for the ledger. Settlements end with their orders. */
export async function eraseProposals(tx: Tx, { uid, atMs }: { uid: string; atMs: number }): Promise<void> {
	await sql`
		update proposals set reason = null, proof = null, decided_for = null, input = case kind when 'call' then '{}'::jsonb end
		where uid = ${uid}
	`.execute(tx);
	await sql`
		update proposals set state = 'expired', stop_codes = null, decided_at = ${new Date(atMs)}
		where uid = ${uid} and state = 'waiting' and kind <> 'settlement'
	`.execute(tx);
}
