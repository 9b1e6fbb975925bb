import { robuxToWire } from '../../contract/money.ts';
import { tellUsers } from '../identity/tell-user.ts';
import { postAllUnderLock } from '../ledger/post-transfer.ts';
import type { Tx } from '../lib/database.ts';
import { together } from '../lib/pipeline.ts';
import type { WithdrawalRow } from './store.ts';
import { reference } from './withdrawal.ts';

type Closing = Pick<WithdrawalRow, 'uid' | 'id' | 'orderId' | 'amount'> & { step: 'paid' | 'refund'; atMs: number };

/**
 * Moves the money of orders that have just been closed, and tells their users, in the transaction that closes them: once,
 * because a row is closed once. Their wallets are locked.
 */
export async function closeBooks(tx: Tx, closings: readonly Closing[]): Promise<void> {
	if (closings.length === 0) return;
	const transfers = closings.map(({ uid, id, amount, step, atMs }) => ({
		kind: `withdrawal-${step}` as const,
		uid,
		amount,
		reference: reference(id, step),
		atMs,
	}));
	const notices = closings.map(({ uid, id, orderId, amount, step }) => ({
		uid,
		kind: step === 'paid' ? ('withdrawal-paid' as const) : ('withdrawal-refunded' as const),
		data: { order_id: orderId, amount: robuxToWire(amount) },
		reference: `withdrawal/${id}/end`,
	}));
	await together(postAllUnderLock(tx, transfers), tellUsers(tx, notices));
}
