import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, rowsOf, type Tx } from '../lib/db/database.ts';

/** Null if the key was destroyed with the account. A `KeyObject` makes hashes five times cheaper than raw bytes. */
export type PersonKey = KeyObject | null;

const KEY_BYTES = 32;

export async function provideKeys(db: Database | Tx, uids: readonly string[]): Promise<Map<string, PersonKey>> {
	const keys = await selectKeys(db, uids);
	const lacking = [...new Set(uids)].filter((uid) => !keys.has(uid)).sort();
	if (lacking.length === 0) return keys;
	await insertKeys(db, new Map(lacking.map((uid) => [uid, randomBytes(KEY_BYTES)])));
	for (const [uid, key] of await selectKeys(db, lacking)) keys.set(uid, key);
	return keys;
}

/** Keys created in a long transaction. Its last statement writes them, to hold locks only briefly. */
export type LateKeys = ReturnType<typeof createLateKeys>;

export function createLateKeys(tx: Tx) {
	const made = new Map<string, Buffer>();
	const make = (uids: readonly string[]) => {
		for (const uid of uids) if (!made.has(uid)) made.set(uid, randomBytes(KEY_BYTES));
	};
	return {
		make,
		made,
		async provide(uids: readonly string[]) {
			const keys = await selectKeys(tx, uids);
			const lacking = uids.filter((uid) => !keys.has(uid));
			make(lacking);
			for (const uid of lacking) keys.set(uid, createSecretKey(made.get(uid) as Buffer));
			return keys;
		},
		/** @throws if another transaction inserts the same key; retry the transaction. */
		async write() {
			if (made.size > 0) await insertKeys(tx, made);
		},
	};
}

/** Keeps existing rows, such as the null key of a user who is being deleted. */
async function insertKeys(db: Database | Tx, keys: ReadonlyMap<string, Buffer>): Promise<void> {
	const [uids, hex] = [[...keys.keys()], [...keys.values()].map((key) => key.toString('hex'))];
	await sql`
		insert into proof_people (uid, key) select uid, decode(key, 'hex') from unnest(${uids}::uuid[], ${hex}::text[]) as p (uid, key)
		on conflict (uid) do nothing
	`.execute(db);
}

async function selectKeys(db: Database | Tx, uids: readonly string[]): Promise<Map<string, PersonKey>> {
	const rows = await rowsOf<{ uid: string; key: Buffer | null }>(db)`
		select uid, key from proof_people where uid = any (${uids}::uuid[])
	`;
	return new Map(rows.map(({ uid, key }) => [uid, key && createSecretKey(key)]));
}
