import { sql } from 'kysely';
import { CallError } from '../../../contract/errors.ts';
import { ADMIN_ROLE } from '../../../contract/limits.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { Tx } from '../../lib/db/database.ts';

/** Admins are locked in one order: the last two cannot both leave. @throws CallError `permission-denied` for the only one. */
export async function requireAnotherAdmin(tx: Tx, uid: string): Promise<void> {
	const { rows } = await sql<{ uid: string }>`
		select uid from users where role = ${ADMIN_ROLE} and banned_at is null order by uid
	`.execute(tx);
	if (!rows.some((admin) => admin.uid === uid)) return;
	let others = 0;
	for (const admin of rows) {
		const stillIs = await lockAdmin(tx, admin.uid);
		if (stillIs && admin.uid !== uid) others += 1;
	}
	if (others === 0) throw new CallError('permission-denied', refusal('only-admin'));
}

async function lockAdmin(tx: Tx, uid: string): Promise<boolean> {
	const { rows } = await sql`
		select from users where uid = ${uid} and role = ${ADMIN_ROLE} and banned_at is null for no key update
	`.execute(tx);
	return rows.length > 0;
}
