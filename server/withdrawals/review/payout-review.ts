import { callError } from '../../../contract/refusals.ts';
import type { ListedPayoutReview } from '../../../contract/withdrawals/payout-reviews.ts';
import { type StaffCall, withAudit } from '../../accounts/with-audit.ts';
import { type Database, type DbDeps, datesToMs } from '../../lib/db/database.ts';
import { withoutName } from '../payouts/store-events.ts';
import type { Vendor } from '../vendors/vendor.ts';
import { insertReview, resolveReview, selectIsOurs, selectOpenReviews } from './store-reviews.ts';

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

async function checkOrder({ db, clock, vendor }: DbDeps & { vendor: Vendor }, orderId: string) {
	if (await selectIsOurs(db, vendor.name, orderId)) return { found: 'ours', status: null } as const;
	const answer = await vendor.info(orderId);
	if (answer.kind === 'unclear') return { found: 'unclear', status: null } as const;
	if (answer.kind === 'no-such-order') return { found: 'unknown', status: null } as const;
	await reviewUnknownOrder({ db, clock }, { vendor: vendor.name, orderId, details: { vendor: withoutName(answer) } });
	return { found: 'only-there', status: answer.order.status } as const;
}

const LISTED_MAX = 500;

export async function listPayoutReviews({ db }: { db: Database }): Promise<ListedPayoutReview[]> {
	return (await selectOpenReviews(db, LISTED_MAX)).map(datesToMs);
}

export async function reviewUnknownOrder(
	{ db, clock }: DbDeps,
	{ vendor, orderId, details = {} }: { vendor: string; orderId: string; details?: Record<string, unknown> },
): Promise<boolean> {
	const found_at = new Date(clock.now());
	return insertReview(db, { vendor, order_id: orderId, uid: null, kind: 'not-ours', details, found_at });
}

export const resolvePayoutReview: StaffCall<'adminResolvePayoutReview', DbDeps> = async (deps, { id, note }, admin) =>
	withAudit<{ done: true }>(deps, admin, { action: 'resolve-payout-review', reason: note }, async (tx, atMs) => {
		const review = await resolveReview(tx, id, { by: admin.actor.uid, note, now: new Date(atMs) });
		if (!review) throw callError('not-found', 'no-such-review');
		const { uid: owner, ...details } = review;
		const states = { before: { settled: false }, after: { settled: true } };
		const change = { id, ...details, ...states, owner, keeps: ['id', 'orderId'] };
		return { result: { done: true }, change };
	});
