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
