import type * as real from '../../../server/withdrawals/erase-user.ts';
import { statement } from '../transaction.ts';
import { keyOf, ofUser } from './rows.ts';

export * from '../../../server/withdrawals/erase-user.ts';

export const eraseWithdrawals: typeof real.eraseWithdrawals = (db, uid) =>
	statement(db, async (tx) => {
		const gone = { robloxUsername: null, platformUserId: null, placeId: null, universeId: null, passId: null };
		for (const row of ofUser(tx, uid)) {
			await tx.update(
				'withdrawals',
				keyOf(row),
				() => true,
				() => ({ ...gone, requestId: null, vendorStatus: null, refusal: null }),
			);
		}
		for (const { id } of tx.all('settlements').filter((row) => row.uid === uid)) {
			await tx.update(
				'settlements',
				id,
				() => true,
				() => ({ reason: null, proof: null }),
			);
		}
	});
