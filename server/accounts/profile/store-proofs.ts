import { sql } from 'kysely';
import { cellOf, type Database, hasRow, rowOf, type Tx } from '../../lib/db/database.ts';

export type ProofRow = { platformUserId: number; phrase: string; expiresAt: Date };

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
	return hasRow(tx)`
		delete from game_account_proofs where uid = ${uid} and phrase = ${phrase} returning uid
	`;
}

export async function deleteExpiredProofs(db: Database, before: Date): Promise<void> {
	await sql`delete from game_account_proofs where expires_at < ${before}`.execute(db);
}

export async function selectLinkedUid(tx: Tx, platformUserId: number): Promise<string | undefined> {
	return cellOf<string>(tx)`
		select uid from linked_game_accounts where platform_user_id = ${platformUserId}
	`;
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
export async function unlinkProfile(
	tx: Tx,
	{ uid, platformUserId }: { uid: string; platformUserId: number },
): Promise<void> {
	await sql`
		update users set roblox_username = null, platform_user_id = null, avatar_url = null
		where uid = ${uid} and platform_user_id = ${platformUserId}
	`.execute(tx);
	await sql`delete from linked_game_accounts where uid = ${uid} and platform_user_id = ${platformUserId}`.execute(tx);
}
