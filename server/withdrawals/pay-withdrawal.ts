import { robuxToWire } from '../../contract/money.ts';
import { inTransaction } from '../lib/database.ts';
import { MustWait, mayCall, noteAnswer, requireWithinCaps } from './payout-safety.ts';
import { type PayoutDeps, recordVerdict, requireVendor, toFacts } from './record-verdict.ts';
import { claimToSend, type DueRow, postpone, type WithdrawalKey, type WithdrawalRow } from './store.ts';
import type { PayoutOrder } from './vendors/vendor.ts';
import { decideAfterCreate } from './withdrawal.ts';

/** Sends a new order to its vendor. Does nothing when another worker has it, or when nothing may be sent at the moment. */
export async function payWithdrawal(deps: PayoutDeps, row: DueRow): Promise<void> {
	if (!(await mayCall(deps, row.vendor))) return;
	const order = await claim(deps, row);
	if (!order) return;
	deps.publish(order.uid);
	await sendOrder(deps, order);
}

/** Committed before the call: whatever happens from here on, it is known that something may have been sent. */
async function claim({ db, clock, log, times }: PayoutDeps, key: WithdrawalKey): Promise<WithdrawalRow | undefined> {
	const nowMs = clock.now();
	try {
		return await inTransaction(db, async (tx) => {
			const order = await claimToSend(tx, key, new Date(nowMs), new Date(nowMs + times.leaseMs));
			if (order) await requireWithinCaps(tx, order.amount, nowMs);
			return order;
		});
	} catch (error) {
		if (!(error instanceof MustWait)) throw error;
		log.warn({ id: key.id, reason: error.message }, 'a withdrawal waits');
		await postpone(db, key, new Date(error.untilMs));
		return undefined;
	}
}

/** Makes the attempt that was just put on record. */
export async function sendOrder(deps: PayoutDeps, order: WithdrawalRow): Promise<void> {
	const { clock, log, times } = deps;
	// A process that was suspended here may wake up when the order is somebody else's, or closed: then it must not send.
	if (!order.leaseUntil || clock.now() >= order.leaseUntil.getTime()) return;
	const answer = await requireVendor(deps, order.vendor).create(toPayoutOrder(order));
	log.info({ orderId: order.orderId, attempt: order.attempts, answer }, 'sent to the payout vendor');
	const vendorStatus = answer.kind === 'taken' ? answer.status : null;
	await recordVerdict(deps, order, decideAfterCreate(answer, toFacts(order), times), vendorStatus);
	await noteAnswer(deps, order.vendor, answer);
}

function toPayoutOrder(order: WithdrawalRow): PayoutOrder {
	const { orderId, robloxUsername, platformUserId, universeId, placeId, passId, price, isPreOrder } = order;
	const net = robuxToWire(order.amount);
	return { orderId, robloxUsername, platformUserId, universeId, placeId, passId, price, isPreOrder, net };
}
