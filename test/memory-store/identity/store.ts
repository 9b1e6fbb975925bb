import type * as real from '../../../server/identity/store.ts';
import { statement } from '../transaction.ts';

export * from '../../../server/identity/store.ts';

export const updateBan: typeof real.updateBan = (db, { uid, reason, atMs }) =>
	statement(db, async (tx) => {
		const banned = await tx.update(
			'users',
			uid,
			({ bannedAt, isDeleted }) => bannedAt === null && !isDeleted,
			() => ({ bannedAt: new Date(atMs), banReason: reason }),
		);
		return banned !== undefined;
	});

export const clearBan: typeof real.clearBan = (db, uid) =>
	statement(db, async (tx) => {
		const unbanned = await tx.update(
			'users',
			uid,
			({ bannedAt }) => bannedAt !== null,
			() => ({ bannedAt: null, banReason: null }),
		);
		return unbanned !== undefined;
	});

/** There are no sessions. */
export const deleteSessionsOf: typeof real.deleteSessionsOf = (db) => statement(db, () => undefined);

export const lockUsers: typeof real.lockUsers = (db, uids) =>
	statement(db, async (tx) => {
		const users = new Map();
		for (const uid of [...new Set(uids)].sort()) {
			const user = await tx.select('users', uid, () => true);
			if (user) users.set(uid, user);
		}
		return users;
	});
