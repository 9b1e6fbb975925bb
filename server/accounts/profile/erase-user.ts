import { sql } from 'kysely';
import type { Tx } from '../../lib/db/database.ts';

export async function eraseProfile(tx: Tx, { uid }: { uid: string }): Promise<void> {
	await sql`
		update users set roblox_username = null, platform_user_id = null, avatar_url = null where uid = ${uid}
	`.execute(tx);
	await sql`delete from linked_game_accounts where uid = ${uid}`.execute(tx);
	await sql`delete from game_account_proofs where uid = ${uid}`.execute(tx);
}
