import { sql } from 'kysely';
import { type Database, hasRow, rowOf, type Tx } from '../../lib/db/database.ts';

export type ProfileRow = {
	avatarUrl: string | null;
	robloxUsername: string | null;
	platformUserId: number | null;
	role: string | null;
	lastAccess: Date | null;
	agreed: string[];
};

export async function selectProfile(db: Database, uid: string): Promise<ProfileRow | undefined> {
	return rowOf<ProfileRow>(db)`
		select avatar_url as "avatarUrl", roblox_username as "robloxUsername", platform_user_id as "platformUserId",
			role, last_access as "lastAccess",
			array(select version from agreements a where a.uid = users.uid) as agreed
		from users where uid = ${uid} and deleted_at is null
	`;
}

export type LinkedAccount = { uid: string; platformUserId: number; robloxUsername: string; avatarUrl: string | null };

export async function updateProfile(tx: Tx, account: LinkedAccount): Promise<boolean> {
	return hasRow(tx)`
		update users set roblox_username = ${account.robloxUsername}, platform_user_id = ${account.platformUserId},
			avatar_url = ${account.avatarUrl}
		where uid = ${account.uid} and deleted_at is null returning uid
	`;
}

export async function updateAvatar(
	db: Database,
	{ uid, platformUserId, avatarUrl }: Omit<LinkedAccount, 'robloxUsername'>,
): Promise<void> {
	await sql`
		update users set avatar_url = ${avatarUrl} where uid = ${uid} and platform_user_id = ${platformUserId}
	`.execute(db);
}

export async function linkGameAccount(
	tx: Tx,
	{ uid, platformUserId, robloxUsername, nowMs }: Omit<LinkedAccount, 'avatarUrl'> & { nowMs: number },
): Promise<boolean> {
	await sql`
		delete from linked_game_accounts where uid = ${uid} and platform_user_id <> ${platformUserId}
	`.execute(tx);
	return hasRow(tx)`
		insert into linked_game_accounts as linked (platform_user_id, uid, roblox_username, linked_at)
		values (${platformUserId}, ${uid}, ${robloxUsername}, ${new Date(nowMs)})
		on conflict (platform_user_id) do update set roblox_username = excluded.roblox_username
			where linked.uid = excluded.uid
		returning uid
	`;
}
