import { sql } from 'kysely';
import { commitmentOf, splitDetails } from './audit/audit-chain.ts';
import { rowsOf, type Tx } from './db/database.ts';

export type AuditEntry = {
	atMs: number;
	/** An admin's uid, or `system`. */
	actor: string;
	action: string;
	uid?: string;
	details: Readonly<Record<string, unknown>>;
	/** Fields that survive the deletion of the account `uid`: they identify no person then. Without `uid` all stay. */
	keeps?: readonly string[];
};

/** Stores personal fields separately, so that they can be erased, and not at all for deleted accounts. */
export async function recordAudit(tx: Tx, { atMs, actor, action, uid, details, keeps = [] }: AuditEntry) {
	const { reasonCode, staying, personal } = splitDetails(details, { actor, uid: uid ?? null, keeps });
	const commitments = Object.fromEntries(personal.map((field) => [field.name, commitmentOf(field)]));
	const fields = personal.map(({ salt, ...field }) => ({ ...field, salt: salt.toString('hex') }));
	await sql`
		with entry as (
			insert into audit_records (at, actor, action, uid, reason_code, details, commitments)
			values (${new Date(atMs)}, ${actor}, ${action}, ${uid ?? null}, ${reasonCode}, ${JSON.stringify(staying)},
				${JSON.stringify(commitments)})
			returning id
		)
		insert into audit_fields (entry_id, name, owner, salt, value)
		select entry.id, f.name, f.owner, decode(f.salt, 'hex'), f.value
		from entry, jsonb_to_recordset(${JSON.stringify(fields)}) as f (name text, owner uuid, salt text, value jsonb)
		where not exists (select from users where users.uid = f.owner and deleted_at is not null)
	`.execute(tx);
}

export type StoredAuditEntry = { at: Date; actor: string; action: string; details: Record<string, unknown> };

export async function listAuditOf(tx: Tx, uid: string): Promise<StoredAuditEntry[]> {
	return await rowsOf<StoredAuditEntry>(tx)`
		select at, actor, action,
			case when reason_code is null then details else details || jsonb_build_object('reason_code', reason_code) end as details
		from audit_entries where uid = ${uid} order by id desc
	`;
}

export async function eraseAuditFieldsOf(tx: Tx, uid: string): Promise<void> {
	await sql`delete from audit_fields where owner = ${uid}`.execute(tx);
}
