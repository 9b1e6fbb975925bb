import { type RobuxCents, robuxToWire } from '../../contract/money.ts';
import { tellUser } from '../identity/tell-user.ts';
import type { Tx } from '../lib/database.ts';

type Ended = { uid: string; id: string; orderId: string; amount: RobuxCents };

/** Tells the user how a withdrawal ended, in the transaction that moves its money: once, because it ends once. */
export function tellEnd(tx: Tx, { uid, id, orderId, amount }: Ended, step: 'paid' | 'refund'): Promise<void> {
	const data = { order_id: orderId, amount: robuxToWire(amount) };
	const reference = `withdrawal/${id}/end`;
	const kind = step === 'paid' ? 'withdrawal-paid' : 'withdrawal-refunded';
	return tellUser(tx, { uid, kind, data, reference });
}
