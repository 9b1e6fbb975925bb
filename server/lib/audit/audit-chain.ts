import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { readReason } from '../../../contract/admin/reasons.ts';
import { canonicalJson } from '../../../contract/proof/canonical-json.ts';
import { type Database, inTransaction, rowOf, rowsOf, type Tx } from '../db/database.ts';

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
	const last = await rowOf<{ n: number; hash: Buffer }>(db)`select n, hash from audit_seals order by n desc limit 1`;
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

type Details = Readonly<Record<string, unknown>>;

/** A field that can be erased; its commitment stays in the audit entry. */
type PersonalField = { name: string; owner: string | null; salt: Buffer; value: unknown };

/** The IP address belongs to the actor, other fields to the user `uid`. */
export function splitDetails(
	details: Details,
	{ actor, uid, keeps }: { actor: string; uid: string | null; keeps: readonly string[] },
) {
	const stays = (key: string, value: unknown) => value === null || typeof value === 'boolean' || keeps.includes(key);
	const personal: PersonalField[] = [];
	const take = (name: string, value: unknown, owner: string | null) =>
		personal.push({ name, owner, salt: randomBytes(32), value });
	const { reason, ip, ...rest } = JSON.parse(JSON.stringify(details)) as Record<string, unknown>;
	const split = (part: Details, prefix = ''): Details => {
		const staying: Record<string, unknown> = {};
		for (const [key, value] of Object.entries(part)) {
			const isNested = prefix === '' && (key === 'before' || key === 'after') && isObject(value);
			if (isNested) staying[key] = split(value, `${key}.`);
			else if (stays(key, value) || uid === null) staying[key] = value;
			else take(`${prefix}${key}`, value, uid);
		}
		return staying;
	};
	const staying = split(rest);
	if (typeof ip === 'string') take('ip', ip, actor);
	if (typeof reason !== 'string') {
		return { reasonCode: null, staying: reason === undefined ? staying : { ...staying, reason: null }, personal };
	}
	const { code, note } = readReason(reason);
	if (note !== null) take('reason', note, uid);
	return { reasonCode: code, staying, personal };
}

/** SHA-256 of salt and value: text as is, otherwise canonical JSON. */
export function commitmentOf({ salt, value }: Pick<PersonalField, 'salt' | 'value'>): string {
	const text = typeof value === 'string' ? value : canonicalJson(value);
	return createHash('sha256').update(salt).update(text, 'utf8').digest('hex');
}

function isObject(value: unknown): value is Details {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
