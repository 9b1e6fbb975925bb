import { z } from 'zod';
import { listFields, reason, timeListOf, uid } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineStaffCall } from '../call.ts';
import { ADJUSTMENT_MAX } from '../limits.ts';
import { robuxFromWire } from '../money.ts';
import { pageOf } from '../paging.ts';

export const adjustmentStates = ['waiting', 'booked', 'refused', 'expired'] as const;

/** Amounts are R$, negative for deductions; times are ms since the epoch. */
export const adjustment = z.object({
	id: z.string(),
	uid: z.string(),
	amount: z.number(),
	reason: z.string().nullable(),
	state: z.enum(adjustmentStates),
	proposed_by: z.string(),
	/** True for the caller's own proposal, which the caller cannot approve. */
	is_own: z.boolean(),
	proposed_at: z.number(),
	expires_at: z.number(),
	applies_at: z.number().nullable(),
	proposal: z.string().optional(),
	decided_by: z.string().nullable(),
	decided_at: z.number().nullable(),
});
export type Adjustment = z.output<typeof adjustment>;

export const waitingAdjustment = adjustment.extend({
	user_name: z.string().nullable(),
	proposer_name: z.string().nullable(),
});

export const adjustmentCalls = {
	/** Needs a second admin above the daily limit or for a staff member. Idempotent by `requestId` and content. */
	adminAdjustBalance: defineStaffCall('adjust-balances', {
		title: 'Adjust balance',
		input: z.strictObject({
			uid,
			amount: z
				.number()
				.min(-ADJUSTMENT_MAX)
				.max(ADJUSTMENT_MAX)
				.refine((amount) => amount !== 0 && robuxFromWire(amount) !== undefined, 'is not a valid amount'),
			reason,
			requestId: z.uuid(),
		}),
		output: adjustment.or(proposed),
	}),
	adminDecideAdjustment: defineStaffCall('adjust-balances', {
		input: z.strictObject({ uid, id: z.uuid(), approve: z.boolean(), reason: reason.nullish() }),
		output: adjustment,
	}),
	/** `approvalAbove` is the R$ that one admin may book alone in 24 hours. */
	adminGetAdjustments: defineStaffCall('read-adjustments', {
		input: z
			.strictObject({ uid: uid.nullish(), ...listFields })
			.transform(({ uid, ...list }) => ({ ...timeListOf(list), uid: uid ?? undefined })),
		output: pageOf(waitingAdjustment).extend({ approvalAbove: z.number() }),
	}),
};
