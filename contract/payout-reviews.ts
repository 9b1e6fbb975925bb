import { z } from 'zod';
import { done, reason } from './admin-fields.ts';
import { defineCall } from './call.ts';
import { noPayload } from './no-payload.ts';

/** Differences with vendors. Times are ms since the epoch. */

export const payoutReview = z.object({
	id: z.number(),
	vendor: z.string(),
	order_id: z.string(),
	uid: z.string().nullable(),
	kind: z.enum(['refunded-but-paid', 'paid-but-not', 'differs', 'not-ours']),
	/** What our books say, and what the vendor says. */
	details: z.record(z.string(), z.unknown()),
	found_at: z.number(),
});
export type AdminPayoutReview = z.output<typeof payoutReview>;

/** Differences between our books and a vendor's that nobody has decided about, the oldest first; at most 500. */
export const adminGetPayoutReviews = defineCall({ access: 'admin', input: noPayload, output: z.array(payoutReview) });

export const adminResolvePayoutReview = defineCall({
	access: 'admin',
	/** What was found and done. */
	input: z.strictObject({ id: z.int().positive(), note: reason }),
	output: done,
});
