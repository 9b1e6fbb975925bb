import type { MyData } from '../../../contract/accounts/account.ts';
import { rowOf, type Tx } from '../../lib/db/database.ts';

type Row = Omit<MyData['profile'], 'linked_at' | 'proven_at'> & { linked_at: Date | null; proven_at: Date | null };

export async function exportProfile(tx: Tx, uid: string): Promise<MyData['profile']> {
	const row = await rowOf<Row>(tx)`
		select u.roblox_username, u.platform_user_id, u.avatar_url, l.linked_at, l.proven_at
		from users u left join linked_game_accounts l on l.uid = u.uid
		where u.uid = ${uid}
	`;
	if (!row)
		return { roblox_username: null, platform_user_id: null, avatar_url: null, linked_at: null, proven_at: null };
	return { ...row, linked_at: row.linked_at?.getTime() ?? null, proven_at: row.proven_at?.getTime() ?? null };
}
