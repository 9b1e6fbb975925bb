import type { DbDeps } from '../../lib/db/database.ts';
import { withoutName } from '../payouts/store-events.ts';
import type { Vendor } from '../vendors/vendor.ts';
import { reviewUnknownOrder } from './payout-review.ts';
import { selectIsOurs } from './store-reviews.ts';

export type CheckedOrder = {
	orderId: string;
	found: 'ours' | 'only-there' | 'unknown' | 'unclear';
	status: string | null;
};

/** Takes ids that an operator copied from the vendor's pages, because vendors do not list orders. Moves no money. */
export async function checkOrders(
	{ db, clock, vendor }: DbDeps & { vendor: Vendor },
	orderIds: readonly string[],
): Promise<CheckedOrder[]> {
	const checked: CheckedOrder[] = [];
	for (const orderId of orderIds) checked.push({ orderId, ...(await checkOrder({ db, clock, vendor }, orderId)) });
	return checked;
}

async function checkOrder(
	{ db, clock, vendor }: DbDeps & { vendor: Vendor },
	orderId: string,
): Promise<Omit<CheckedOrder, 'orderId'>> {
	if (await selectIsOurs(db, vendor.name, orderId)) return { found: 'ours', status: null };
	const answer = await vendor.info(orderId);
	if (answer.kind === 'unclear') return { found: 'unclear', status: null };
	if (answer.kind === 'no-such-order') return { found: 'unknown', status: null };
	await reviewUnknownOrder({ db, clock }, { vendor: vendor.name, orderId, details: { vendor: withoutName(answer) } });
	return { found: 'only-there', status: answer.order.status };
}
