import { robuxToWire } from '../../../contract/money.ts';
import { MustWait } from '../safety/payout-safety.ts';
import type { WithdrawalRow } from '../store.ts';
import type { PayoutOrder } from '../vendors/vendor.ts';
import { decideAfterCreate, mayRepeat, type Outcome } from '../withdrawal.ts';
import { type PayoutDeps, recordOutcome, requireVendor, toFacts, writesOf } from './record-outcome.ts';
import { withoutName } from './store-events.ts';
import { type DueRow, postpone } from './store-payouts.ts';

export async function payWithdrawal(deps: PayoutDeps, row: DueRow): Promise<void> {
	const order = await claim(deps, row);
	if (!order) return;
	deps.publish(order.uid);
	await sendWithdrawal(deps, order);
}

async function claim(deps: PayoutDeps, row: DueRow): Promise<WithdrawalRow | undefined> {
	try {
		return await writesOf(deps).claimToSend(row);
	} catch (error) {
		if (!(error instanceof MustWait)) throw error;
		deps.log.warn({ id: row.id, reason: error.message }, 'withdrawal postponed');
		await postpone(deps.db, row, new Date(error.untilMs));
		return undefined;
	}
}

export async function sendWithdrawal(deps: PayoutDeps, order: WithdrawalRow): Promise<void> {
	const { log, times } = deps;
	const vendor = requireVendor(deps, order.vendor);
	if (!holds(order, deps.clock.now())) return;
	// Reads the clock right before the call, because the process may have been suspended since the query.
	if (order.attempts > 1 && !mayRepeat(toFacts(order), { ...vendor, nowMs: deps.clock.now() })) {
		const outcome: Outcome = { to: 'needs-review', refusal: 'dedupe-window-over' };
		await recordOutcome(deps, order, outcome, { event: { kind: 'answer', details: { question: 'none' } } });
		return;
	}
	const answer = await vendor.create(toPayoutOrder(order));
	log.info({ orderId: order.orderId, attempt: order.attempts, answer }, 'sent to the payout vendor');
	const vendorStatus = answer.kind === 'taken' ? answer.status : null;
	const event = { kind: 'answer', details: { question: 'create', answer: withoutName(answer) } } as const;
	await recordOutcome(deps, order, decideAfterCreate(answer, toFacts(order), times), { vendorStatus, event });
	await writesOf(deps).noteAnswer({ vendor: order.vendor, answer });
}

/** Returns whether the lease still runs, because a suspended process must not send after it. */
export function holds({ leaseUntil }: WithdrawalRow, nowMs: number): boolean {
	return leaseUntil !== null && nowMs < leaseUntil.getTime();
}

export function toPayoutOrder(order: WithdrawalRow): PayoutOrder {
	const { orderId, isPreOrder, method, price, robloxUsername, platformUserId, universeId, placeId, passId } = order;
	const shared = { orderId, isPreOrder, net: robuxToWire(order.amount) };
	if (method === 'gift-card') {
		return { ...shared, method, recipient: { uid: order.uid, withdrawalId: order.id }, product: { price } };
	}
	if (!robloxUsername || !platformUserId || !universeId || !placeId || !passId) {
		throw new Error(`order ${orderId} has no pass`);
	}
	const product = { universeId, placeId, passId, price };
	return { ...shared, method, recipient: { robloxUsername, platformUserId }, product };
}
