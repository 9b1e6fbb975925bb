import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { canonicalJson } from '../../../contract/proof/canonical-json.ts';
import { type Database, inTransaction, type Tx } from '../db/database.ts';
import { rowOf, rowsOf } from '../db/rows.ts';

/** `head`: the last entry's hash in hex, which covers all entries and their order. */
export type AuditHead = { count: number; head: string };

export type AuditRecord = {
	id: number;
	at: Date;
	actor: string;
	action: string;
	uid: string | null;
	reasonCode: string | null;
	details: Record<string, unknown>;
	commitments: Record<string, string>;
};

export const NO_HASH = Buffer.alloc(32);
const BATCH_SIZE = 5_000;
/** Longer than any transaction, so no entry older than this is still uncommitted. */
export const LATE_ENTRIES = '1 hour';

export function sealOf(previous: Buffer, record: AuditRecord): Buffer {
	return createHash('sha256').update(previous).update(textOf(record), 'utf8').digest();
}

function textOf({ id, at, actor, action, uid, reasonCode, details, commitments }: AuditRecord): string {
	const names = { id: String(id), at: String(at.getTime()), actor, action, user: uid, reason: reasonCode };
	return canonicalJson({ ...names, details, fields: commitments });
}

export async function findAuditHead(db: Database | Tx): Promise<AuditHead> {
	const last = await rowOf<{ n: number; hash: Buffer }>(db)`
		select n, hash from audit_seals order by n desc limit 1
	`;
	return { count: last?.n ?? 0, head: (last?.hash ?? NO_HASH).toString('hex') };
}

/** A job seals the entries, because actions that seal their own would wait for each other. */
export async function sealAudit({ owner }: { owner: Database }): Promise<void> {
	let sealed: number;
	do {
		sealed = await inTransaction(owner, sealSome);
	} while (sealed === BATCH_SIZE);
}

async function sealSome(tx: Tx): Promise<number> {
	// Only one transaction seals at a time; readers are not blocked.
	await sql`lock table audit_seals in share row exclusive mode`.execute(tx);
	const { count, head } = await findAuditHead(tx);
	const records = await rowsOf<AuditRecord>(tx)`
		select id, at, actor, action, uid, reason_code as "reasonCode", details, commitments from audit_records r
		where id > coalesce((
			select entry_id from audit_seals where sealed_at < now() - ${LATE_ENTRIES}::interval order by n desc limit 1
		), 0) and not exists (select from audit_seals s where s.entry_id = r.id)
		order by id limit ${BATCH_SIZE}
	`;
	let hash: Buffer = Buffer.from(head, 'hex');
	const seals = records.map((record, index) => {
		hash = sealOf(hash, record);
		return { n: count + index + 1, entry_id: record.id, hash: hash.toString('hex') };
	});
	await sql`
		insert into audit_seals (n, entry_id, hash)
		select n, entry_id, decode(hash, 'hex')
		from jsonb_to_recordset(${JSON.stringify(seals)}) as s (n bigint, entry_id bigint, hash text)
	`.execute(tx);
	return seals.length;
}
