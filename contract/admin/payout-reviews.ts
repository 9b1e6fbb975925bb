import { z } from 'zod';
import { defineCall } from '../call.ts';
import { PROOF_LENGTH_MAX, SETTLEMENT_REASON_LENGTH_MIN } from '../limits.ts';
import { noPayload } from '../no-payload.ts';
import { aboutOrder, done, reason } from './fields.ts';

/** Differences with vendors, and orders of which no vendor can tell. Times are ms since the epoch. */

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

export const settlementOutcomes = ['paid', 'refunded'] as const;
export const settlementStates = ['waiting', 'settled', 'refused', 'overtaken'] as const;

/** How an order is to end of which the vendor cannot tell any more what became of it. */
export const settlement = z.object({
	id: z.string(),
	order_id: z.string(),
	uid: z.string(),
	outcome: z.enum(settlementOutcomes),
	/** Null once the account is deleted, like the proof. */
	reason: z.string().nullable(),
	/** What shows that it was paid; null for a refund. */
	proof: z.string().nullable(),
	/** `overtaken`: the vendor knew the order after all, or it has ended in another way. */
	state: z.enum(settlementStates),
	proposed_by: z.string(),
	/** Whoever asks has proposed it, and so cannot approve it. */
	is_own: z.boolean(),
	proposed_at: z.number(),
	decided_by: z.string().nullable(),
	decided_at: z.number().nullable(),
});
export type AdminSettlement = z.output<typeof settlement>;

const settlementReason = reason.min(SETTLEMENT_REASON_LENGTH_MIN);

/**
 * Proposes how an order in review ends for which nothing else can be done any more. The vendor is asked, and whatever it
 * says of the order comes first. The same `requestId` with the same content answers what became of the first.
 */
export const adminProposeSettlement = defineCall({
	access: 'admin',
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
});

/** Another admin than the one who proposed it ends the order so, after the vendor was asked once more; either may refuse. */
export const adminDecideSettlement = defineCall({
	access: 'admin',
	input: aboutOrder.extend({ id: z.uuid(), approve: z.boolean(), reason }),
	output: settlement,
});

/** One that waits, with the amount (R$) and what its people are called; null where they have no name any more. */
export const waitingSettlement = settlement.extend({
	amount: z.number(),
	user_name: z.string().nullable(),
	proposer_name: z.string().nullable(),
});
export type WaitingSettlement = z.output<typeof waitingSettlement>;

/** What waits for a second admin, the oldest first; at most 500. */
export const adminGetSettlements = defineCall({
	access: 'admin',
	input: noPayload,
	output: z.array(waitingSettlement),
});
