import { sql } from 'kysely';
import type { Tx } from '../lib/db/database.ts';

/** Irreversible: the log keeps the hashes, but they no longer lead to the user. */
export async function destroyKey(tx: Tx, { uid }: { uid: string }): Promise<void> {
	await sql`
		insert into proof_people (uid, key) values (${uid}, null) on conflict (uid) do update set key = null
	`.execute(tx);
}
