import { robuxToWire } from '../../../contract/money.ts';
import { callError } from '../../../contract/refusals.ts';
import { failureOf } from '../../../contract/withdrawals/failures.ts';
import type { WithdrawalDetails, WithdrawHistoryItem } from '../../../contract/withdrawals/withdrawals.ts';
import type { UserCall } from '../../lib/call-handler.ts';
import { readTimeCursor, toPage } from '../../lib/db/cursor.ts';
import type { Database } from '../../lib/db/database.ts';
import { type ReceiptIds, receiptIdsOf } from '../../public-proof/receipts/receipt-ids.ts';
import * as store from '../store.ts';
import { wireStatus } from '../withdrawal.ts';

const CHANGES_MAX = 100;

export const getWithdrawHistory: UserCall<'getWithdrawHistory', { db: Database }> = async (deps, input, { actor }) => {
	const { db } = deps;
	const { limit, cursor } = input;
	const rows = await store.selectHistory(db, actor.uid, limit + 1, readTimeCursor(cursor));
	const ids = await receiptIdsOf(db);
	return toPage(rows, limit, { toItem: (row) => toHistoryItem(row, ids), keyOf: (row) => [row.createdAt, row.id] });
};

/** Returns the oldest change first. @param position without it, returns only the current position. */
export async function listWithdrawalChanges({ db }: { db: Database }, uid: string, position: string | undefined) {
	if (!/^\d{1,15}$/.test(position ?? ''))
		return { items: [], position: String(await store.selectLatestVersion(db, uid)) };
	const rows = await store.selectChangesSince(db, uid, Number(position), CHANGES_MAX);
	const ids = await receiptIdsOf(db);
	return { items: rows.map((row) => toHistoryItem(row, ids)), position: String(rows.at(-1)?.version ?? position) };
}

export function toHistoryItem(
	{ id, orderId, amount, state, refusal, createdAt, screenedUntil, paidBy, method }: store.HistoryRow,
	{ idOf }: ReceiptIds,
): WithdrawHistoryItem {
	return {
		id,
		order_id: orderId,
		method,
		amount: robuxToWire(amount),
		status: wireStatus(state),
		is_refunded: state === 'failed',
		failed_because: state === 'failed' ? failureOf(refusal) : null,
		created_at: createdAt.getTime(),
		screened_until: screenedUntil?.getTime() ?? null,
		receipt: paidBy === null ? null : idOf(paidBy),
	};
}

export const getWithdrawal: UserCall<'getWithdrawal', { db: Database }> = async ({ db }, { id }, { actor }) => {
	const row = await store.selectLife(db, actor.uid, id);
	if (!row) throw callError('not-found', 'no-such-withdrawal');
	const item = toHistoryItem(row, await receiptIdsOf(db));
	return { ...item, price: store.priceToWire(row), roblox_username: row.robloxUsername, steps: stepsOf(row) };
};

/** The last change of a closed order is its end. */
function stepsOf({ state, createdAt, screenedAt, firstSentAt, updatedAt }: store.LifeRow): WithdrawalDetails['steps'] {
	const steps = [
		{ kind: 'requested' as const, at: createdAt },
		{ kind: 'screening' as const, at: screenedAt },
		{ kind: 'sent' as const, at: firstSentAt },
		{ kind: 'paid' as const, at: state === 'completed' ? updatedAt : null },
		{ kind: 'refunded' as const, at: state === 'failed' ? updatedAt : null },
	];
	return steps.flatMap(({ kind, at }) => (at ? [{ kind, at: at.getTime() }] : []));
}
