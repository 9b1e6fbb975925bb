import { sql } from 'kysely';
import type { Tx } from './db/database.ts';

export type AuditEntry = {
	atMs: number;
	/** An admin's uid, or `system`. */
	actor: string;
	action: string;
	uid?: string;
	details: Readonly<Record<string, unknown>>;
};

/** Keeps who did what, in the transaction of the action: there is never one without the other. */
export async function recordAudit(tx: Tx, { atMs, actor, action, uid, details }: AuditEntry): Promise<void> {
	await sql`
		insert into audit_entries (at, actor, action, uid, details)
		values (${new Date(atMs)}, ${actor}, ${action}, ${uid ?? null}, ${JSON.stringify(details)})
	`.execute(tx);
}

export type KeptAuditEntry = { at: Date; actor: string; action: string; details: Record<string, unknown> };

/** Entries about one user, newest first. */
export async function listAuditOf(tx: Tx, uid: string): Promise<KeptAuditEntry[]> {
	const { rows } = await sql<KeptAuditEntry>`
		select at, actor, action, details from audit_entries where uid = ${uid} order by id desc
	`.execute(tx);
	return rows;
}

/** Leaves who, what, whom and when; of an admin's actions on others it erases only the address they came from. */
export async function eraseAuditDetailsOf(tx: Tx, uid: string): Promise<void> {
	await sql`update audit_entries set details = '{}' where uid = ${uid}`.execute(tx);
	await sql`update audit_entries set details = details - 'ip' where actor = ${uid} and details ? 'ip'`.execute(tx);
}
