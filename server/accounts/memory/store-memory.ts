import { sql } from 'kysely';
import { type Database, rowsOf, type Tx } from '../../lib/db/database.ts';

export type MemoryKind = 'email' | 'game-account' | 'external-id';

type Memory = { uid: string; kind: MemoryKind; digest: Buffer; deletedAt: Date };

export async function insertMemory(tx: Tx, { uid, kind, digest, deletedAt }: Memory): Promise<void> {
	await sql`
		insert into deleted_account_memory (uid, kind, digest, deleted_at, ban_rule)
		select ${uid}, ${kind}, ${digest}, ${deletedAt}, (
			select ban_rule from users where uid = ${uid} and banned_at is not null
		)
	`.execute(tx);
}

export async function selectPaidGameAccounts(tx: Tx, uid: string): Promise<number[]> {
	const rows = await rowsOf<{ id: number }>(tx)`
		select distinct platform_user_id as id from withdrawals
		where uid = ${uid} and state = 'completed' and platform_user_id is not null
	`;
	return rows.map(({ id }) => id);
}

export async function markReturned(
	tx: Tx,
	{ uid, digests, since }: { uid: string; digests: readonly Buffer[]; since: Date },
): Promise<void> {
	await sql`
		update deleted_account_memory set returned_as = ${uid}
		where kind = 'email' and digest = any(${digests}::bytea[]) and deleted_at >= ${since} and uid <> ${uid}
	`.execute(tx);
}

export async function selectReturned(db: Database, uid: string): Promise<string[]> {
	const rows = await rowsOf<{ uid: string }>(db)`
		select returned_as as uid from deleted_account_memory
		where uid = ${uid} and kind = 'email' and returned_as is not null
	`;
	return rows.map((row) => row.uid);
}

export async function selectDigests(tx: Tx, digests: readonly string[]): Promise<Set<string>> {
	const rows = await rowsOf<{ digest: string }>(tx)`
		select encode(digest, 'hex') as digest from deleted_account_memory
		where kind = 'email' and encode(digest, 'hex') = any(${digests})
	`;
	return new Set(rows.map(({ digest }) => digest));
}

export async function deleteMemoriesBefore(db: Database, before: Date): Promise<void> {
	await sql`delete from deleted_account_memory where deleted_at < ${before}`.execute(db);
}
