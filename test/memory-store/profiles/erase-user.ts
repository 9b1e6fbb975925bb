import type * as real from '../../../server/profiles/erase-user.ts';
import { statement } from '../transaction.ts';

export const eraseProfile: typeof real.eraseProfile = (db, uid) =>
	statement(db, async (tx) => {
		await tx.update(
			'users',
			uid,
			() => true,
			() => ({ robloxUsername: null, platformUserId: null }),
		);
	});
