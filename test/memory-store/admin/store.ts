import type * as real from '../../../server/admin/store.ts';
import { statement } from '../transaction.ts';

export * from '../../../server/admin/store.ts';

export const lockUsers: typeof real.lockUsers = (db, uids) =>
	statement(db, async (tx) => {
		const users = new Map();
		for (const uid of [...new Set(uids)].sort()) {
			const user = await tx.select('users', uid, () => true);
			if (user) users.set(uid, user);
		}
		return users;
	});
