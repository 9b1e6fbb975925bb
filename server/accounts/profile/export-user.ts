import type { MyData } from '../../../contract/accounts/account.ts';
import { datesToMs, type InDates, rowOf, type Tx } from '../../lib/db/database.ts';

const nothing = { roblox_username: null, platform_user_id: null, avatar_url: null, linked_at: null, proven_at: null };

export async function exportProfile(tx: Tx, uid: string): Promise<MyData['profile']> {
	const row = await rowOf<InDates<MyData['profile'], 'linked_at' | 'proven_at'>>(tx)`
		select u.roblox_username, u.platform_user_id, u.avatar_url, l.linked_at, l.proven_at
		from users u left join linked_game_accounts l on l.uid = u.uid
		where u.uid = ${uid}
	`;
	return row ? datesToMs(row) : nothing;
}
