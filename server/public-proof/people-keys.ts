import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../lib/db/database.ts';
import { rowsOf } from '../lib/db/rows.ts';

/** Null: destroyed with its account. A key as such: made of bytes each time, a hash costs five times as much. */
export type PersonKey = KeyObject | null;

/** By uid, made for whoever has none yet. */
export async function provideKeys(db: Database | Tx, uids: readonly string[]): Promise<Map<string, PersonKey>> {
	const keys = await selectKeys(db, uids);
	const lacking = [...new Set(uids)].filter((uid) => !keys.has(uid)).sort();
	if (lacking.length === 0) return keys;
	const made = lacking.map(() => randomBytes(32).toString('hex'));
	// Who is being erased at this moment has a row already, and it says so.
	await sql`
		insert into proof_people (uid, key) select uid, decode(key, 'hex') from unnest(${lacking}::uuid[], ${made}::text[]) as p (uid, key)
		on conflict (uid) do nothing
	`.execute(db);
	for (const [uid, key] of await selectKeys(db, lacking)) keys.set(uid, key);
	return keys;
}

async function selectKeys(db: Database | Tx, uids: readonly string[]): Promise<Map<string, PersonKey>> {
	const rows = await rowsOf<{ uid: string; key: Buffer | null }>(db)`
		select uid, key from proof_people where uid = any (${uids}::uuid[])
	`;
	return new Map(rows.map(({ uid, key }) => [uid, key && createSecretKey(key)]));
}

/** For good: what was hashed with it stays in the log, and leads to nobody any more. */
export async function destroyKey(tx: Tx, uid: string): Promise<void> {
	await sql`
		insert into proof_people (uid, key) values (${uid}, null) on conflict (uid) do update set key = null
	`.execute(tx);
}
