import { robuxToWire } from '../../contract/money.ts';
import { type PayoutDeps, recordVerdict, requireVendor, toFacts } from './record-verdict.ts';
import { claimToSend, type WithdrawalKey, type WithdrawalRow } from './store.ts';
import type { PayoutOrder } from './vendors/vendor.ts';
import { decideAfterCreate } from './withdrawal.ts';

/** Sends a new order to its vendor. Does nothing when another worker has it. */
export async function payWithdrawal(deps: PayoutDeps, key: WithdrawalKey): Promise<void> {
	const nowMs = deps.clock.now();
	// Committed before the call: whatever happens from here on, it is known that something may have been sent.
	const order = await claimToSend(deps.db, key, new Date(nowMs), new Date(nowMs + deps.times.leaseMs));
	if (!order) return;
	deps.publish(order.uid);
	await sendOrder(deps, order);
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
}

function toPayoutOrder(order: WithdrawalRow): PayoutOrder {
	const { orderId, robloxUsername, platformUserId, universeId, placeId, passId, price, isPreOrder } = order;
	const net = robuxToWire(order.amount);
	return { orderId, robloxUsername, platformUserId, universeId, placeId, passId, price, isPreOrder, net };
}
