import type * as real from '../../../server/withdrawals/store-queue.ts';
import { statement } from '../transaction.ts';

export * from '../../../server/withdrawals/store-queue.ts';

export const selectByOrderId: typeof real.selectByOrderId = (db, orderId) =>
	statement(db, (tx) => tx.all('withdrawals').find((row) => row.orderId === orderId));
