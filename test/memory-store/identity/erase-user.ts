import type * as real from '../../../server/identity/erase-user.ts';
import { statement } from '../transaction.ts';

export const eraseIdentity: typeof real.eraseIdentity = (db, { uid }) =>
	statement(db, async (tx) => {
		await tx.update(
			'users',
			uid,
			() => true,
			() => ({ role: null, bannedAt: null, banReason: null, pausedReason: null, isDeleted: true }),
		);
	});
