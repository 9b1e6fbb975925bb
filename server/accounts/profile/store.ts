import { sql } from 'kysely';
import type { UserDocument } from '../../../contract/accounts/profiles.ts';
import { cellOf, type Database, hasRow, type InDates, rowOf, type Tx } from '../../lib/db/database.ts';

type ProofRow = { platformUserId: number; phrase: string; expiresAt: Date };

type NewProof = ProofRow & { uid: string; now: Date };

export async function upsertProof(
	db: Database,
	{ uid, platformUserId, phrase, expiresAt, now }: NewProof,
): Promise<ProofRow> {
	const row = await rowOf<ProofRow>(db)`
		insert into game_account_proofs as kept (uid, platform_user_id, phrase, expires_at)
		values (${uid}, ${platformUserId}, ${phrase}, ${expiresAt})
		on conflict (uid) do update set
			phrase = case when kept.platform_user_id = excluded.platform_user_id and kept.expires_at > ${now}
				then kept.phrase else excluded.phrase end,
			platform_user_id = excluded.platform_user_id, expires_at = excluded.expires_at
		returning platform_user_id as "platformUserId", phrase, expires_at as "expiresAt"
	`;
	return row as ProofRow;
}

export async function selectProof(db: Database, uid: string): Promise<ProofRow | undefined> {
	return rowOf<ProofRow>(db)`
		select platform_user_id as "platformUserId", phrase, expires_at as "expiresAt"
		from game_account_proofs where uid = ${uid}
	`;
}

export async function deleteProof(tx: Tx, uid: string, phrase: string): Promise<boolean> {
	return hasRow(tx)`delete from game_account_proofs where uid = ${uid} and phrase = ${phrase} returning uid`;
}

export async function deleteExpiredProofs(db: Database, before: Date): Promise<void> {
	await sql`delete from game_account_proofs where expires_at < ${before}`.execute(db);
}

export async function selectLinkedUid(tx: Tx, platformUserId: number): Promise<string | undefined> {
	return cellOf<string>(tx)`select uid from linked_game_accounts where platform_user_id = ${platformUserId}`;
}

export async function isProven(tx: Tx | Database, uid: string, platformUserId: number): Promise<boolean> {
	return hasRow(tx)`
		select uid from linked_game_accounts
		where uid = ${uid} and platform_user_id = ${platformUserId} and proven_at is not null
	`;
}

export async function markProven(
	tx: Tx,
	{ uid, platformUserId, at }: { uid: string; platformUserId: number; at: Date },
): Promise<void> {
	await sql`
		update linked_game_accounts set proven_at = ${at} where uid = ${uid} and platform_user_id = ${platformUserId}
	`.execute(tx);
}

/** Requires the lock of the user's record. Withdrawals keep their own copy of name and id. */
export async function unlinkProfile(tx: Tx, { uid, platformUserId }: { uid: string; platformUserId: number }) {
	await sql`
		update users set roblox_username = null, platform_user_id = null, avatar_url = null
		where uid = ${uid} and platform_user_id = ${platformUserId}
	`.execute(tx);
	await sql`delete from linked_game_accounts where uid = ${uid} and platform_user_id = ${platformUserId}`.execute(tx);
}

type Shown = InDates<Pick<UserDocument, 'avatar_url' | 'roblox_username' | 'role' | 'last_access'>, 'last_access'>;
type ProfileRow = Shown & { platformUserId: number | null; agreed: string[] };

export async function selectProfile(db: Database, uid: string): Promise<ProfileRow | undefined> {
	return rowOf<ProfileRow>(db)`
		select avatar_url, roblox_username, role, last_access, platform_user_id as "platformUserId",
			array(select version from agreements a where a.uid = users.uid) as agreed
		from users where uid = ${uid} and deleted_at is null
	`;
}

type LinkedAccount = { uid: string; platformUserId: number; robloxUsername: string; avatarUrl: string | null };

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
	await sql`delete from linked_game_accounts where uid = ${uid} and platform_user_id <> ${platformUserId}`.execute(tx);
	return hasRow(tx)`
		insert into linked_game_accounts as linked (platform_user_id, uid, roblox_username, linked_at)
		values (${platformUserId}, ${uid}, ${robloxUsername}, ${new Date(nowMs)})
		on conflict (platform_user_id) do update set roblox_username = excluded.roblox_username
			where linked.uid = excluded.uid
		returning uid
	`;
}
