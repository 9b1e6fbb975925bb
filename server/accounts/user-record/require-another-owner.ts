import { sql } from 'kysely';
import { CallError } from '../../../contract/errors.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { Tx } from '../../lib/db/database.ts';

/** Owners are locked in one order: the last two cannot both leave. @throws CallError `permission-denied` for the only one. */
export async function requireAnotherOwner(tx: Tx, uid: string): Promise<void> {
	const { rows } = await sql<{ uid: string }>`
		select uid from users where staff_role = 'owner' and banned_at is null order by uid
	`.execute(tx);
	if (!rows.some((owner) => owner.uid === uid)) return;
	let others = 0;
	for (const owner of rows) {
		const stillIs = await lockOwner(tx, owner.uid);
		if (stillIs && owner.uid !== uid) others += 1;
	}
	if (others === 0) throw new CallError('permission-denied', refusal('only-admin'));
}

async function lockOwner(tx: Tx, uid: string): Promise<boolean> {
	const { rows } = await sql`
		select from users where uid = ${uid} and staff_role = 'owner' and banned_at is null for no key update
	`.execute(tx);
	return rows.length > 0;
}
