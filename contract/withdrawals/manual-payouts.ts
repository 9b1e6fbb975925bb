import { z } from 'zod';
import { aboutOrder, aboutOrderWithReason, done } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineStaffCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';
import { payoutMethods } from './withdrawals.ts';

export const manualPayout = z.object({
	order_id: z.string(),
	state: z.enum(['waiting', 'taken', 'paid', 'refused']),
	method: z.enum(payoutMethods),
	roblox_username: z.string().nullable(),
	roblox_user_id: z.number().nullable(),
	place_id: z.number().nullable(),
	pass_id: z.number().nullable(),
	/** `net` is whole R$; `price` is R$ of the pass, or dollars of the gift card. */
	net: z.number(),
	price: z.number(),
	taken_by: z.string().nullable(),
	purchase_reference: z.string().nullable(),
	reason: z.string().nullable(),
	created_at: z.number(),
});
export type AdminManualPayout = z.output<typeof manualPayout>;

const listedManualPayout = manualPayout.extend({ taker_name: z.string().nullable() });
export type ListedManualPayout = z.output<typeof listedManualPayout>;

export const manualPayoutCalls = {
	adminGetManualPayouts: defineStaffCall('read-withdrawals', { input: noPayload, output: z.array(listedManualPayout) }),
	adminTakeManualPayout: defineStaffCall('pay-by-hand', { input: aboutOrder, output: done }),
	/** `from` is the expected assignee, so the second of two concurrent takeovers fails. */
	adminTakeOverManualPayout: defineStaffCall('pay-by-hand', {
		input: aboutOrderWithReason.extend({ from: z.uuid() }),
		output: done,
	}),
	adminGiveBackManualPayout: defineStaffCall('pay-by-hand', { input: aboutOrder, output: done }),
	adminMarkManualPayoutPaid: defineStaffCall('pay-by-hand', {
		title: 'Mark manual payout as paid',
		input: aboutOrder.extend({ purchaseReference: z.string().trim().min(1).max(200) }),
		output: done.or(proposed),
	}),
	adminRefuseManualPayout: defineStaffCall('pay-by-hand', {
		title: 'Refuse manual payout',
		input: aboutOrderWithReason,
		output: done.or(proposed),
	}),
};
