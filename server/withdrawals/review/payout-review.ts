import { callError } from '../../../contract/refusals.ts';
import type { AdminPayoutReview, ListedPayoutReview } from '../../../contract/withdrawals/payout-reviews.ts';
import { type AdminContext, withAudit } from '../../accounts/with-audit.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { insertReview, type Review, resolveReview, selectOpenReviews } from './store-reviews.ts';

const LISTED_MAX = 500;

export async function listPayoutReviews({ db }: { db: Database }): Promise<ListedPayoutReview[]> {
	const reviews = await selectOpenReviews(db, LISTED_MAX);
	return reviews.map((review) => ({ ...reviewToWire(review), user_name: review.userName }));
}

export function reviewToWire({ id, vendor, orderId, uid, kind, details, foundAt }: Review): AdminPayoutReview {
	const shown = details as Record<string, unknown>;
	return { id, vendor, order_id: orderId, uid, kind, details: shown, found_at: foundAt.getTime() };
}

export async function reviewUnknownOrder(
	{ db, clock }: { db: Database; clock: Clock },
	{ vendor, orderId, details = {} }: { vendor: string; orderId: string; details?: object },
): Promise<boolean> {
	const foundAt = new Date(clock.now());
	return insertReview(db, { vendor, orderId, uid: null, kind: 'not-ours', details, foundAt });
}

export async function resolvePayoutReview(
	deps: { db: Database; clock: Clock },
	{ id, note }: { id: number; note: string },
	admin: AdminContext,
): Promise<{ done: true }> {
	return withAudit<{ done: true }>(deps, admin, { action: 'resolve-payout-review', reason: note }, async (tx, atMs) => {
		const review = await resolveReview(tx, id, { by: admin.actor.uid, note, now: new Date(atMs) });
		if (!review) throw callError('not-found', 'no-such-review');
		const { uid: owner, ...details } = review;
		const change = {
			id,
			...details,
			before: { settled: false },
			after: { settled: true },
			owner,
			keeps: ['id', 'orderId'],
		};
		return { result: { done: true }, change };
	});
}
