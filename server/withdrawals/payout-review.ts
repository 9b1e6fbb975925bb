import { CallError } from '../../contract/errors.ts';
import { refusal } from '../../contract/refusals.ts';
import type { Keeper } from '../lib/audit.ts';
import type { Clock } from '../lib/clock.ts';
import { type Database, inTransaction } from '../lib/database.ts';
import { insertReview, type Review, resolveReview, selectOpenReviews } from './store-reviews.ts';

const LISTED_MAX = 500;

/** What differs and nobody has decided about, the oldest first; at most 500. */
export function listPayoutReviews({ db }: { db: Database }): Promise<Review[]> {
	return selectOpenReviews(db, LISTED_MAX);
}

/** The vendor speaks, under its signature, of an order that we never made. */
export async function reviewUnknownOrder(
	{ db, clock }: { db: Database; clock: Clock },
	{ vendor, orderId }: { vendor: string; orderId: string },
): Promise<boolean> {
	const foundAt = new Date(clock.now());
	return insertReview(db, { vendor, orderId, uid: null, kind: 'not-ours', details: {}, foundAt });
}

/**
 * An admin has looked into it.
 * @param note what was found and done. @throws CallError `not-found` when there is no such open item.
 */
export async function resolvePayoutReview(
	{ db, clock }: { db: Database; clock: Clock },
	by: Keeper,
	{ id, note }: { id: number; note: string },
): Promise<void> {
	const now = new Date(clock.now());
	await inTransaction(db, async (tx) => {
		const review = await resolveReview(tx, id, { by: by.uid, note, now });
		if (!review) throw new CallError('not-found', refusal('no-such-review'));
		const { uid, ...details } = review;
		const states = { before: { settled: false }, after: { settled: true }, reason: note };
		const entry = { action: 'resolve-payout-review', details: { id, ...details, ...states } };
		await by.keep(tx, { atMs: now.getTime(), ...entry, ...(uid && { uid }) });
	});
}
