import { robuxToWire } from '../../../contract/money.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import { type DbDeps, inTransaction } from '../../lib/db/database.ts';
import { withoutName } from '../payouts/store-events.ts';
import * as store from '../review/store-reviews.ts';
import type { InfoAnswer, Vendor } from '../vendors/vendor.ts';

export type CompareDeps = DbDeps & { log: Log; vendors: ReadonlyMap<string, Vendor> };

/** The vendor may still be processing younger orders. */
const SETTLED_AFTER_MS = 3_600_000;
const PAGE = 200;

export async function compareWithVendors(deps: CompareDeps): Promise<{ compared: number; differences: number }> {
	const { db, clock, log, vendors } = deps;
	const closedBefore = new Date(clock.now() - SETTLED_AFTER_MS);
	const result = { compared: 0, differences: 0 };
	let after: store.ClosedWithdrawal | undefined;
	do {
		const page = await store.selectToReconcile(db, { closedBefore, vendors: [...vendors.keys()], after, limit: PAGE });
		// Sequential, because vendors limit requests.
		for (const order of page) {
			const answer = await vendors.get(order.vendor)?.info(order.orderId);
			if (!answer || answer.kind === 'unclear') continue;
			result.compared += 1;
			if (await keep(deps, order, answer)) result.differences += 1;
		}
		after = page.at(-1);
	} while (after);
	log.info(result, 'compared closed orders with the vendors');
	return result;
}

async function keep(
	{ db, clock, log }: CompareDeps,
	order: store.ClosedWithdrawal,
	answer: InfoAnswer,
): Promise<boolean> {
	const now = new Date(clock.now());
	const kind = differenceOf(order, answer);
	const ours = { state: order.state, amount: robuxToWire(order.amount), price: order.price };
	const details = { ours, vendor: withoutName(answer) };
	if (kind) log.error({ orderId: order.orderId, kind, ...details }, 'our books and the payout vendor differ');
	return inTransaction(db, async (tx) => {
		await store.markReconciled(tx, order, now);
		if (!kind) return false;
		const { vendor, orderId: order_id, uid } = order;
		return store.insertReview(tx, { vendor, order_id, uid, kind, details, found_at: now });
	});
}

export function differenceOf(order: store.ClosedWithdrawal, answer: InfoAnswer): store.Review['kind'] | undefined {
	const found = answer.kind === 'found' ? answer.order : undefined;
	// Two admins ended the order because the vendor did not know it.
	if (order.isSettled && !found) return undefined;
	const hasEnded = found?.outcome === 'failed' || found?.outcome === 'unfunded';
	if (order.state === 'failed') return found && !hasEnded ? 'refunded-but-paid' : undefined;
	if (found?.outcome !== 'completed') return 'paid-but-not';
	const isSameAmount =
		found.robuxAmount === null || [robuxToWire(order.amount), order.price].includes(found.robuxAmount);
	const names = [found.recipient, order.robloxUsername].map((name) => name?.toLowerCase());
	const isSameUser = names.includes(undefined) || names[0] === names[1];
	return isSameAmount && isSameUser ? undefined : 'differs';
}
