import { sql } from 'kysely';
import type { Tx } from './database.ts';

export type AuditEntry = {
	atMs: number;
	/** An admin's uid, or `system`. */
	actor: string;
	action: string;
	/** Whom it was done to, if anybody. */
	uid?: string;
	details: Readonly<Record<string, unknown>>;
};

/** Keeps who did what, in the transaction of the deed: there is never one without the other. */
export async function recordAudit(tx: Tx, { atMs, actor, action, uid, details }: AuditEntry): Promise<void> {
	await sql`
		insert into audit_entries (at, actor, action, uid, details)
		values (${new Date(atMs)}, ${actor}, ${action}, ${uid ?? null}, ${JSON.stringify(details)})
	`.execute(tx);
}
