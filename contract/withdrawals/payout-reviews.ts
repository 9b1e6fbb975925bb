import { z } from 'zod';
import { aboutOrder, done, reason } from '../admin/fields.ts';
import { defineCall } from '../call.ts';
import { PROOF_LENGTH_MAX, SETTLEMENT_REASON_LENGTH_MIN } from '../limits.ts';
import { noPayload } from '../no-payload.ts';

/** Differences with vendors, and orders of which no vendor can tell. Times are ms since the epoch. */

export const payoutReview = z.object({
	id: z.number(),
	vendor: z.string(),
	order_id: z.string(),
	uid: z.string().nullable(),
	kind: z.enum(['refunded-but-paid', 'paid-but-not', 'differs', 'not-ours']),
	details: z.record(z.string(), z.unknown()),
	found_at: z.number(),
});
export type AdminPayoutReview = z.output<typeof payoutReview>;
const listedReview = payoutReview.extend({ user_name: z.string().nullable() });
export type ListedPayoutReview = z.output<typeof listedReview>;

export const settlementOutcomes = ['paid', 'refunded'] as const;
export const settlementStates = ['waiting', 'settled', 'refused', 'overtaken'] as const;

export const settlement = z.object({
	id: z.string(),
	order_id: z.string(),
	uid: z.string(),
	outcome: z.enum(settlementOutcomes),
	/** The proposer's sentence; null once the account is deleted, like the proof. */
	reason: z.string().nullable(),
	/** What shows that it was paid; null for a refund. */
	proof: z.string().nullable(),
	/** `overtaken`: the vendor knew the order after all, or it has ended in another way. */
	state: z.enum(settlementStates),
	proposed_by: z.string(),
	/** Whether the asking admin has proposed it, and so cannot approve it. */
	is_own: z.boolean(),
	proposed_at: z.number(),
	decided_by: z.string().nullable(),
	decided_at: z.number().nullable(),
});
export type AdminSettlement = z.output<typeof settlement>;

const settlementReason = reason.min(SETTLEMENT_REASON_LENGTH_MIN);

/** A proposal that waits: amount in R$, and what its people are called, null where they have no name any more. */
export const waitingSettlement = settlement.extend({
	amount: z.number(),
	user_name: z.string().nullable(),
	proposer_name: z.string().nullable(),
});
export type WaitingSettlement = z.output<typeof waitingSettlement>;

export const payoutReviewCalls = {
	/** Undecided differences with a vendor's books, the oldest first; at most 500. */
	adminGetPayoutReviews: defineCall({
		access: 'admin',
		permission: 'read-withdrawals',
		input: noPayload,
		output: z.array(listedReview),
	}),
	adminResolvePayoutReview: defineCall({
		access: 'admin',
		permission: 'decide-withdrawals',
		input: z.strictObject({ id: z.int().positive(), note: reason }),
		output: done,
	}),
	/** The vendor is asked, and its word comes first. The same `requestId` and content answers what became of the first. */
	adminProposeSettlement: defineCall({
		access: 'admin',
		permission: 'decide-withdrawals',
		input: z.discriminatedUnion('outcome', [
			aboutOrder.extend({
				outcome: z.literal('paid'),
				reason: settlementReason,
				proof: z.string().trim().min(1).max(PROOF_LENGTH_MAX),
				requestId: z.uuid(),
			}),
			aboutOrder.extend({ outcome: z.literal('refunded'), reason: settlementReason, requestId: z.uuid() }),
		]),
		output: settlement,
	}),
	/** Another admin than its proposer ends the order, after the vendor was asked once more; either may refuse. */
	adminDecideSettlement: defineCall({
		access: 'admin',
		permission: 'decide-withdrawals',
		input: aboutOrder.extend({ id: z.uuid(), approve: z.boolean(), reason }),
		output: settlement,
	}),
	/** What waits for a second admin, the oldest first; at most 500. */
	adminGetSettlements: defineCall({
		access: 'admin',
		permission: 'read-withdrawals',
		input: noPayload,
		output: z.array(waitingSettlement),
	}),
};
