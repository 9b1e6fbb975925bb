import { callError } from '../../../contract/refusals.ts';
import { hasRow, rowsOf, type Tx } from '../../lib/db/database.ts';
import { isLastingOwner } from '../provider/store-provider.ts';

/** Locks owners in one order, so that the last two cannot both leave. */
export async function requireAnotherOwner(tx: Tx, uid: string): Promise<void> {
	const rows = await rowsOf<{ uid: string }>(tx)`
		select uid from users where staff_role = 'owner' and banned_at is null order by uid
	`;
	if (!rows.some((owner) => owner.uid === uid)) return;
	let others = 0;
	for (const owner of rows) {
		const stillIs = await hasRow(tx)`
			select from users where uid = ${owner.uid} and ${isLastingOwner} for no key update
		`;
		if (stillIs && owner.uid !== uid) others += 1;
	}
	if (others === 0) throw callError('permission-denied', 'only-admin');
}
