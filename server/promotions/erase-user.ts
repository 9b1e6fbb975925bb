import { sql } from 'kysely';
import type { Tx } from '../lib/db/database.ts';

export async function eraseRedemptions(tx: Tx, { uid }: { uid: string }): Promise<void> {
	await sql`
		update promo_redemptions set user_agent = null, network = null
		where uid = ${uid} and (user_agent, network) is distinct from (null, null)
	`.execute(tx);
}
