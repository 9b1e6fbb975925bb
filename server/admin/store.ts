import { sql } from 'kysely';
import type { Tx } from '../lib/database.ts';

export type UserState = {
	uid: string;
	role: string | null;
	bannedAt: Date | null;
	banReason: string | null;
	pausedReason: string | null;
};

/** The records of these users as they are now, held until the transaction ends. Locked in one order. */
export async function lockUsers(tx: Tx, uids: readonly string[]): Promise<Map<string, UserState>> {
	const { rows } = await sql<UserState>`
		select uid, role, banned_at as "bannedAt", ban_reason as "banReason", paused_reason as "pausedReason"
		from users where uid = any(${uids}::uuid[]) order by uid for no key update
	`.execute(tx);
	return new Map(rows.map((row) => [row.uid, row]));
}
