import { robuxToWire } from '../../../contract/money.ts';
import type { Page, PageRequest } from '../../../contract/paging.ts';
import type { WithdrawHistoryItem } from '../../../contract/withdrawals/withdrawals.ts';
import { readTimeCursor, toPage } from '../../lib/db/cursor.ts';
import type { Database } from '../../lib/db/database.ts';
import { type HistoryRow, selectChangesSince, selectHistory, selectLatestVersion } from '../store.ts';
import { wireStatus } from '../withdrawal.ts';

const CHANGES_MAX = 100;

/** A user's withdrawals, newest first. A page costs the same at any depth: it starts at the last row's key. */
export async function getWithdrawHistory(
	{ db }: { db: Database },
	uid: string,
	{ limit, cursor }: PageRequest,
): Promise<Page<WithdrawHistoryItem>> {
	const rows = await selectHistory(db, uid, limit + 1, readTimeCursor(cursor));
	return toPage(rows, limit, { toItem: toHistoryItem, keyOf: ({ createdAt, id }) => [createdAt, id] });
}

/** Each changed withdrawal once, oldest change first. @param position of the last call; undefined starts at now. */
export async function listWithdrawalChanges(
	{ db }: { db: Database },
	uid: string,
	position: string | undefined,
): Promise<{ items: WithdrawHistoryItem[]; position: string }> {
	if (!/^\d{1,15}$/.test(position ?? '')) return { items: [], position: String(await selectLatestVersion(db, uid)) };
	const rows = await selectChangesSince(db, uid, Number(position), CHANGES_MAX);
	return { items: rows.map(toHistoryItem), position: String(rows.at(-1)?.version ?? position) };
}

export function toHistoryItem({
	id,
	orderId,
	amount,
	state,
	createdAt,
	screenedUntil,
}: HistoryRow): WithdrawHistoryItem {
	return {
		id,
		order_id: orderId,
		amount: robuxToWire(amount),
		status: wireStatus(state),
		is_refunded: state === 'failed',
		created_at: createdAt.getTime(),
		screened_until: screenedUntil?.getTime() ?? null,
	};
}
