import { ADMIN_ROLE } from '../../../contract/limits.ts';
import type * as real from '../../../server/identity/require-another-admin.ts';
import { statement } from '../transaction.ts';

/** Admins are not deleted in histories. */
export const requireAnotherAdmin: typeof real.requireAnotherAdmin = (db, uid) =>
	statement(db, (tx) => {
		if (tx.get('users', uid)?.role === ADMIN_ROLE) throw new Error('in memory no admin is deleted');
	});
