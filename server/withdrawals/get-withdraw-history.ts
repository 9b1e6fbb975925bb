import { robuxToWire } from '../../contract/money.ts';
import type { Page, PageRequest } from '../../contract/paging.ts';
import type { WithdrawHistoryItem } from '../../contract/withdrawals.ts';
import { readTimeCursor, toPage } from '../lib/cursor.ts';
import type { Database } from '../lib/database.ts';
import { type HistoryRow, selectHistory } from './store.ts';
import { wireStatus } from './withdrawal.ts';

/** A user's withdrawals, newest first. A page costs the same at any depth: it starts at the last row's key. */
export async function getWithdrawHistory(
	{ db }: { db: Database },
	uid: string,
	{ limit, cursor }: PageRequest,
): Promise<Page<WithdrawHistoryItem>> {
	const rows = await selectHistory(db, uid, limit + 1, readTimeCursor(cursor));
	return toPage(rows, limit, { toItem: toHistoryItem, keyOf: ({ createdAt, id }) => [createdAt, id] });
}

export function toHistoryItem({ id, orderId, amount, state, createdAt }: HistoryRow): WithdrawHistoryItem {
	return {
		id,
		order_id: orderId,
		amount: robuxToWire(amount),
		status: wireStatus(state),
		is_refunded: state === 'failed',
		created_at: createdAt.getTime(),
	};
}
