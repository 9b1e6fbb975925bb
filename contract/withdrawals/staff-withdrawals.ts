import { z } from 'zod';
import {
	aboutOrder,
	aboutOrderWithReason,
	listFields,
	orderNow,
	timeListOf,
	userPageRequest,
} from '../admin/fields.ts';
import { payoutVendors, withdrawalStates } from '../admin/lists.ts';
import { proposed } from '../admin/proposals.ts';
import { defineCall, defineStaffCall } from '../call.ts';
import { pageOf } from '../paging.ts';
import { manualPayout } from './manual-payouts.ts';
import { payoutReview, settlement } from './payout-reviews.ts';
import { screening } from './screening.ts';
import { payoutMethods, withdrawalStatuses } from './withdrawals.ts';

const adminWithdrawalRow = z.object({
	id: z.string(),
	order_id: z.string(),
	uid: z.string(),
	roblox_username: z.string().nullable(),
	state: z.enum(withdrawalStates),
	status: z.enum(withdrawalStatuses),
	amount: z.number(),
	method: z.enum(payoutMethods),
	/** R$ of the pass, or dollars of the gift card. */
	price: z.number(),
	vendor: z.string(),
	vendor_status: z.string().nullable(),
	refusal: z.string().nullable(),
	attempts: z.number(),
	created_at: z.number(),
	updated_at: z.number(),
	next_look_at: z.number().nullable(),
	screening: screening.nullable(),
});
export type AdminWithdrawalRow = z.output<typeof adminWithdrawalRow>;

const userWithdrawal = adminWithdrawalRow.omit({ uid: true, next_look_at: true });
export type UserWithdrawal = z.output<typeof userWithdrawal>;

const withdrawalsRequest = z
	.strictObject({
		state: z.enum(withdrawalStates).optional(),
		isOpen: z.literal(true).optional(),
		uid: z.uuid().optional(),
		vendor: z.enum(payoutVendors).optional(),
		...listFields,
	})
	.nullish()
	.transform((request) => ({ ...request, ...timeListOf(request) }));
export type AdminWithdrawalsRequest = z.output<typeof withdrawalsRequest>;

export const withdrawalActions = ['send-again', 'cancel', 'refund', 'mark-paid', 'settle'] as const;

/** Identical repeats are merged: `times` counts them, `last_at` is the latest. */
const withdrawalEvent = z.object({
	kind: z.enum(['attempt', 'answer', 'late', 'abandoned', 'callback', 'deed', 'screening']),
	at: z.number(),
	times: z.number(),
	last_at: z.number(),
	details: z.record(z.string(), z.unknown()),
});

const actOnOrder = {
	access: 'admin',
	permission: 'decide-withdrawals',
	input: aboutOrderWithReason,
	output: orderNow.or(proposed),
} as const;

export const adminWithdrawalCalls = {
	adminGetWithdrawals: defineStaffCall('read-withdrawals', {
		input: withdrawalsRequest,
		output: pageOf(adminWithdrawalRow),
	}),
	adminGetWithdrawal: defineStaffCall('read-withdrawals', {
		input: aboutOrder,
		output: adminWithdrawalRow.extend({
			place_id: z.number().nullable(),
			universe_id: z.number().nullable(),
			pass_id: z.number().nullable(),
			first_sent_at: z.number().nullable(),
			last_sent_at: z.number().nullable(),
			is_acknowledged: z.boolean(),
			/** Actions that the page offers; the vendor's answer decides whether one succeeds. */
			deeds: z.array(z.enum(withdrawalActions)),
			events: z.array(withdrawalEvent),
			transfers: z.array(z.object({ kind: z.string(), amount: z.number(), at: z.number() })),
			manual: manualPayout.nullable(),
			reviews: z.array(payoutReview.extend({ resolved_at: z.number().nullable(), note: z.string().nullable() })),
			settlements: z.array(settlement),
		}),
	}),
	/** Resends an order in review under the same id, or has the vendor retry an order it ended unpaid. */
	adminResendWithdrawal: defineCall({ ...actOnOrder, title: 'Resend withdrawal' }),
	/** An unsent order ends at once. For a sent one the vendor's answer decides. */
	adminCancelWithdrawal: defineCall({ ...actOnOrder, title: 'Cancel withdrawal' }),
	/** Allowed only if the vendor certainly never had the order or ended it unpaid. */
	adminRefundWithdrawal: defineCall({ ...actOnOrder, title: 'Refund withdrawal' }),
	/** Closes an order that the vendor paid, but with other details than ordered. */
	adminMarkWithdrawalPaid: defineCall({ ...actOnOrder, title: 'Mark withdrawal as paid' }),
	adminGetUserWithdrawals: defineStaffCall('read-user', { input: userPageRequest, output: pageOf(userWithdrawal) }),
};
