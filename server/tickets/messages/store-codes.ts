import { sql } from 'kysely';
import { type Database, rowOf, type Tx } from '../../lib/db/database.ts';

type ThreadCode = { uid: string; reference: string | null };
type Purpose = 'link' | 'token';

export async function insertThreadCode(
	tx: Tx,
	{ hash, uid, purpose, reference, expiresAt }: ThreadCode & { hash: Buffer; purpose: Purpose; expiresAt: Date },
): Promise<void> {
	await sql`
		insert into thread_codes (code_hash, uid, purpose, reference, expires_at)
		values (${hash}, ${uid}, ${purpose}, ${reference}, ${expiresAt})
	`.execute(tx);
}

/** A single DELETE, so that only one concurrent request gets the row. */
export function consumeLink(tx: Tx, { hash, now }: { hash: Buffer; now: Date }): Promise<ThreadCode | undefined> {
	return rowOf<ThreadCode>(tx)`
		delete from thread_codes where code_hash = ${hash} and purpose = 'link' and expires_at > ${now}
		returning uid, reference
	`;
}

export function selectToken(db: Database, { hash, now }: { hash: Buffer; now: Date }) {
	return rowOf<{ uid: string; reference: string }>(db)`
		select uid, reference from thread_codes where code_hash = ${hash} and purpose = 'token' and expires_at > ${now}
	`;
}

export async function deleteThreadCodesBefore(db: Database, now: Date): Promise<void> {
	await sql`delete from thread_codes where expires_at <= ${now}`.execute(db);
}
