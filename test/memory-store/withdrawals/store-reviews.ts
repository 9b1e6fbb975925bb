import type * as real from '../../../server/withdrawals/store-reviews.ts';
import { statement } from '../transaction.ts';
import { keyOf } from './rows.ts';

export * from '../../../server/withdrawals/store-reviews.ts';

export const forgetReconciled: typeof real.forgetReconciled = (db, vendor, orderId) =>
	statement(db, async (tx) => {
		const order = tx.all('withdrawals').find((row) => row.orderId === orderId && row.vendor === vendor);
		if (!order) return false;
		await tx.update(
			'withdrawals',
			keyOf(order),
			() => true,
			() => ({ isReconciled: false }),
		);
		return true;
	});

export const insertReview: typeof real.insertReview = (db, { orderId, kind, details }) =>
	statement(db, (tx) => tx.insert('payoutReviews', `${orderId} ${kind}`, { details }));
