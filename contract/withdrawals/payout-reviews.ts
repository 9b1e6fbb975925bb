import { z } from 'zod';
import { aboutOrder, done, reason } from '../admin/fields.ts';
import { defineStaffCall } from '../call.ts';
import { PROOF_LENGTH_MAX, SETTLEMENT_REASON_LENGTH_MIN } from '../limits.ts';
import { noPayload } from '../no-payload.ts';

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
	reason: z.string().nullable(),
	proof: z.string().nullable(),
	/** `overtaken`: the vendor knew the order after all, or the order ended another way. */
	state: z.enum(settlementStates),
	proposed_by: z.string(),
	is_own: z.boolean(),
	proposed_at: z.number(),
	applies_at: z.number().nullable(),
	proposal: z.string().optional(),
	decided_by: z.string().nullable(),
	decided_at: z.number().nullable(),
});
export type AdminSettlement = z.output<typeof settlement>;

const settlementReason = reason.min(SETTLEMENT_REASON_LENGTH_MIN);

export const waitingSettlement = settlement.extend({
	amount: z.number(),
	user_name: z.string().nullable(),
	proposer_name: z.string().nullable(),
});
export type WaitingSettlement = z.output<typeof waitingSettlement>;

export const payoutReviewCalls = {
	adminGetPayoutReviews: defineStaffCall('read-withdrawals', { input: noPayload, output: z.array(listedReview) }),
	adminResolvePayoutReview: defineStaffCall('decide-withdrawals', {
		input: z.strictObject({ id: z.int().positive(), note: reason }),
		output: done,
	}),
	/** Queries the vendor, whose answer takes precedence. Idempotent by `requestId` and content. */
	adminProposeSettlement: defineStaffCall('decide-withdrawals', {
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
	/** Only an admin other than the proposer can approve. */
	adminDecideSettlement: defineStaffCall('decide-withdrawals', {
		input: aboutOrder.extend({ id: z.uuid(), approve: z.boolean(), reason }),
		output: settlement,
	}),
	adminGetSettlements: defineStaffCall('read-withdrawals', { input: noPayload, output: z.array(waitingSettlement) }),
};
