import { z } from 'zod';
import { aboutOrder, aboutOrderWithReason, done } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';

/** The work list of payouts by hand. Amounts are whole R$, times ms since the epoch. */

export const manualPayout = z.object({
	order_id: z.string(),
	state: z.enum(['waiting', 'taken', 'paid', 'refused']),
	roblox_username: z.string().nullable(),
	roblox_user_id: z.number().nullable(),
	place_id: z.number().nullable(),
	pass_id: z.number().nullable(),
	/** Whole R$: what the user receives, and what the pass costs. */
	net: z.number(),
	price: z.number(),
	taken_by: z.string().nullable(),
	purchase_reference: z.string().nullable(),
	reason: z.string().nullable(),
	created_at: z.number(),
});
export type AdminManualPayout = z.output<typeof manualPayout>;

const listedManualPayout = manualPayout.extend({
	taker_name: z.string().nullable(),
});
export type ListedManualPayout = z.output<typeof listedManualPayout>;

export const manualPayoutCalls = {
	/** The work list of payouts by hand, the longest waiting first; at most 500. */
	adminGetManualPayouts: defineCall({
		access: 'admin',
		permission: 'read-withdrawals',
		input: noPayload,
		output: z.array(listedManualPayout),
	}),
	adminTakeManualPayout: defineCall({
		access: 'admin',
		permission: 'pay-by-hand',
		input: aboutOrder,
		output: done,
	}),
	/** `from` is whose it was when this was decided, so that of two who take it over the second is told. */
	adminTakeOverManualPayout: defineCall({
		access: 'admin',
		permission: 'pay-by-hand',
		input: aboutOrderWithReason.extend({ from: z.uuid() }),
		output: done,
	}),
	adminGiveBackManualPayout: defineCall({
		access: 'admin',
		permission: 'pay-by-hand',
		input: aboutOrder,
		output: done,
	}),
	adminMarkManualPayoutPaid: defineCall({
		access: 'admin',
		permission: 'pay-by-hand',
		input: aboutOrder.extend({ purchaseReference: z.string().trim().min(1).max(200) }),
		output: done.or(proposed),
	}),
	adminRefuseManualPayout: defineCall({
		access: 'admin',
		permission: 'pay-by-hand',
		input: aboutOrderWithReason,
		output: done.or(proposed),
	}),
};
