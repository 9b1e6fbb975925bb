import type * as real from '../../../server/offerwalls/erase-user.ts';
import { statement } from '../transaction.ts';

export * from '../../../server/offerwalls/erase-user.ts';

export const eraseOffers: typeof real.eraseOffers = (db, uid) =>
	statement(db, async (tx) => {
		for (const { wall, transactionId } of tx.all('waitingReversals').filter((one) => one.uid === uid)) {
			const key = `${uid} ${wall} ${transactionId}`;
			await tx.lock('waitingReversals', key);
			tx.delete('waitingReversals', key);
		}
	});
