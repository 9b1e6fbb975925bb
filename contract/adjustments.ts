import { z } from 'zod';
import { listFields, reason, timeListOf, uid } from './admin/fields.ts';
import { proposed } from './admin/proposals.ts';
import { defineCall } from './call.ts';
import { ADJUSTMENT_MAX } from './limits.ts';
import { robuxFromWire } from './money.ts';
import { pageOf } from './paging.ts';

export const adjustmentStates = ['waiting', 'booked', 'refused', 'expired'] as const;
export type AdjustmentState = (typeof adjustmentStates)[number];

/** A correction of a balance by an admin. Amounts are R$, negative for what is taken; times ms since the epoch. */
export const adjustment = z.object({
	id: z.string(),
	uid: z.string(),
	amount: z.number(),
	/** The sentence that the user is shown; null once the account is deleted. */
	reason: z.string().nullable(),
	state: z.enum(adjustmentStates),
	proposed_by: z.string(),
	/** Whether the asking admin has proposed it, and so cannot approve it. */
	is_own: z.boolean(),
	proposed_at: z.number(),
	expires_at: z.number(),
	decided_by: z.string().nullable(),
	decided_at: z.number().nullable(),
});
export type Adjustment = z.output<typeof adjustment>;

export const waitingAdjustment = adjustment.extend({
	user_name: z.string().nullable(),
	proposer_name: z.string().nullable(),
});
export type WaitingAdjustment = z.output<typeof waitingAdjustment>;

export const adjustmentCalls = {
	/** Waits for a second admin above the day's limit, and for the staff's own as any call does; the same `requestId` and content answers the first's outcome. */
	adminAdjustBalance: defineCall({
		access: 'admin',
		permission: 'adjust-balances',
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
	/** Another admin than its proposer books it; either may refuse. */
	adminDecideAdjustment: defineCall({
		access: 'admin',
		permission: 'adjust-balances',
		input: z.strictObject({ uid, id: z.uuid(), approve: z.boolean(), reason: reason.nullish() }),
		output: adjustment,
	}),
	/** What waits for a second admin, the newest first unless it says otherwise, with how much (R$) one admin may book alone in 24 hours. */
	adminGetAdjustments: defineCall({
		access: 'admin',
		permission: 'read-adjustments',
		input: z
			.strictObject({ uid: uid.nullish(), ...listFields })
			.transform(({ uid, ...list }) => ({ ...timeListOf(list), uid: uid ?? undefined })),
		output: pageOf(waitingAdjustment).extend({ approvalAbove: z.number() }),
	}),
};
