import { type RobuxCents, robuxToWire } from '../../contract/money.ts';
import type { Tx } from '../lib/database.ts';
import { notifyUsers } from '../notifications/notify-user.ts';

type Ended = { uid: string; id: string; orderId: string; amount: RobuxCents; step: 'paid' | 'refund' };

/** Tells users how their withdrawals ended, in the transaction that moves their money: once, because each ends once. */
export function tellEnds(tx: Tx, ended: readonly Ended[]): Promise<void> {
	return notifyUsers(
		tx,
		ended.map(({ uid, id, orderId, amount, step }) => ({
			uid,
			kind: step === 'paid' ? ('withdrawal-paid' as const) : ('withdrawal-refunded' as const),
			data: { order_id: orderId, amount: robuxToWire(amount) },
			reference: `withdrawal/${id}/end`,
		})),
	);
}
