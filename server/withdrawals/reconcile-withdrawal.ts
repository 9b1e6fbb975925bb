import { sendOrder } from './pay-withdrawal.ts';
import { listSendable, mayCall } from './payout-safety.ts';
import { type PayoutDeps, recordVerdict, requireVendor, toFacts } from './record-verdict.ts';
import { claimToAsk, claimToSendAgain, type WithdrawalKey, type WithdrawalRow } from './store.ts';
import { decideAfterInfo, type Verdict } from './withdrawal.ts';

/**
 * Asks the vendor what became of an order and goes on from there. The vendor's own word about that order id is the only
 * thing that ends an order once something may have been sent.
 */
export async function reconcileWithdrawal(deps: PayoutDeps, key: WithdrawalKey): Promise<void> {
	const { db, clock, log, times } = deps;
	const askedAtMs = clock.now();
	const order = await claimToAsk(db, key, new Date(askedAtMs), new Date(askedAtMs + times.leaseMs));
	if (!order) return;
	const vendor = requireVendor(deps, order.vendor);
	const answer = await vendor.info(order.orderId);
	if (answer.kind === 'unclear')
		log.warn({ orderId: order.orderId, answer }, 'the payout vendor gave no usable answer');

	// As of the question: what the vendor said may be older than the answer's arrival.
	const moment = { ...times, dedupeWindowMs: vendor.dedupeWindowMs, nowMs: askedAtMs };
	const decision = decideAfterInfo(answer, toFacts(order), moment);
	if (decision.to === 'sending') return sendAgain(deps, order);
	await recordVerdict(deps, order, decision, answer.kind === 'found' ? answer.order.status : null);
}

async function sendAgain(deps: PayoutDeps, order: WithdrawalRow): Promise<void> {
	const { db, clock, times } = deps;
	const isSendable = (await listSendable(deps, [order.vendor])).length > 0;
	if (!isSendable || !(await mayCall(deps, order.vendor))) {
		const wait: Verdict = { to: 'unknown', askAfterMs: times.reconcileMaxMs };
		return recordVerdict(deps, order, wait, null);
	}
	const nowMs = clock.now();
	const attempt = await claimToSendAgain(db, order, new Date(nowMs), new Date(nowMs + times.leaseMs));
	if (attempt) await sendOrder(deps, attempt);
}
