import { cellOf, type Database, hasRow, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';

type PasskeyRow = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

export function selectPasskeys(db: Database | Tx, uid: string): Promise<PasskeyRow[]> {
	return rowsOf<PasskeyRow>(db)`
		select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from passkeys
		where uid = ${uid} order by created_at, id
	`;
}

type StoredPasskey = { id: string; uid: string; publicKey: Buffer };

export function selectPasskey(db: Database, id: string): Promise<StoredPasskey | undefined> {
	return rowOf<StoredPasskey>(db)`select id, uid, public_key as "publicKey" from passkeys where id = ${id}`;
}

export async function countPasskeys(tx: Tx, uid: string): Promise<number> {
	return (await cellOf<number>(tx)`select count(*)::int from passkeys where uid = ${uid}`) ?? 0;
}

/** Returns false if the passkey is stored already. */
export function insertPasskey(tx: Tx, row: StoredPasskey & { counter: number; name: string; at: Date }) {
	const { id, uid, publicKey, counter, name, at } = row;
	return hasRow(tx)`
		insert into passkeys (id, uid, public_key, counter, name, created_at)
		values (${id}, ${uid}, ${publicKey}, ${counter}, ${name}, ${at})
		on conflict (id) do nothing returning id
	`;
}

/** Returns false if the counter did not grow, because a copy of the passkey or a concurrent request used it. */
export function updateUse(db: Database, { id, counter, at }: { id: string; counter: number; at: Date }) {
	return hasRow(db)`
		update passkeys set counter = ${counter}, last_used_at = ${at}
		where id = ${id} and (counter < ${counter} or counter = 0 and ${counter} = 0) returning id
	`;
}

export async function deletePasskeys(tx: Tx, { uid, id }: { uid: string; id?: string }): Promise<{ name: string }[]> {
	return rowsOf<{ name: string }>(tx)`
		delete from passkeys where uid = ${uid} and id = coalesce(${id ?? null}, id) returning name
	`;
}
