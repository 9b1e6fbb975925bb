import { callError } from '../../../contract/refusals.ts';
import type { ListedPayoutReview } from '../../../contract/withdrawals/payout-reviews.ts';
import { type AdminContext, withAudit } from '../../accounts/with-audit.ts';
import { type Database, type DbDeps, datesToMs } from '../../lib/db/database.ts';
import { insertReview, resolveReview, selectOpenReviews } from './store-reviews.ts';

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

export async function resolvePayoutReview(
	deps: DbDeps,
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
