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
import { defineCall } from '../call.ts';
import { pageOf } from '../paging.ts';
import { manualPayout } from './manual-payouts.ts';
import { payoutReview, settlement } from './payout-reviews.ts';
import { screening } from './screening.ts';
import { withdrawalStatuses } from './withdrawals.ts';

/** What admins see of withdrawals, and may do. Amounts are R$ as numbers, times ms since the epoch. */

const adminWithdrawalRow = z.object({
	id: z.string(),
	order_id: z.string(),
	uid: z.string(),
	/** The game account that is paid; null once the user's account is deleted. */
	roblox_username: z.string().nullable(),
	state: z.enum(withdrawalStates),
	status: z.enum(withdrawalStatuses),
	amount: z.number(),
	/** Whole R$ that the pass costs. */
	price: z.number(),
	vendor: z.string(),
	vendor_status: z.string().nullable(),
	/** Why it was refused, or what a person should look at. */
	refusal: z.string().nullable(),
	attempts: z.number(),
	created_at: z.number(),
	updated_at: z.number(),
	/** When a worker looks at the withdrawal again, in ms since the epoch; null once it is closed. */
	next_look_at: z.number().nullable(),
	screening: screening.nullable(),
});
export type AdminWithdrawalRow = z.output<typeof adminWithdrawalRow>;

const userWithdrawal = adminWithdrawalRow.omit({ uid: true, next_look_at: true });
export type UserWithdrawal = z.output<typeof userWithdrawal>;

const withdrawalsRequest = z
	.strictObject({
		state: z.enum(withdrawalStates).optional(),
		/** Withdrawals in any of the five open states. Not together with `state`. */
		isOpen: z.literal(true).optional(),
		uid: z.uuid().optional(),
		vendor: z.enum(payoutVendors).optional(),
		...listFields,
	})
	.nullish()
	.transform((request) => ({ ...request, ...timeListOf(request) }));
export type AdminWithdrawalsRequest = z.output<typeof withdrawalsRequest>;

export const withdrawalActions = ['send-again', 'cancel', 'refund', 'mark-paid', 'settle'] as const;

/** `times` and `last_at`: the very same happened again, up to then. */
const withdrawalEvent = z.object({
	kind: z.enum(['attempt', 'answer', 'late', 'abandoned', 'callback', 'deed', 'screening']),
	at: z.number(),
	times: z.number(),
	last_at: z.number(),
	/** Question, answer, the attempt's number, who did what: for a person to read. */
	details: z.record(z.string(), z.unknown()),
});

const actOnOrder = {
	access: 'admin',
	permission: 'decide-withdrawals',
	input: aboutOrderWithReason,
	output: orderNow.or(proposed),
} as const;

export const adminWithdrawalCalls = {
	adminGetWithdrawals: defineCall({
		access: 'admin',
		permission: 'read-withdrawals',
		input: withdrawalsRequest,
		output: pageOf(adminWithdrawalRow),
	}),
	adminGetWithdrawal: defineCall({
		access: 'admin',
		permission: 'read-withdrawals',
		input: aboutOrder,
		output: adminWithdrawalRow.extend({
			place_id: z.number().nullable(),
			universe_id: z.number().nullable(),
			pass_id: z.number().nullable(),
			first_sent_at: z.number().nullable(),
			last_sent_at: z.number().nullable(),
			/** Whether the vendor ever showed that it has this order. */
			is_acknowledged: z.boolean(),
			/** What may be tried in this state. Whether it can be done is decided when the vendor is asked. */
			deeds: z.array(z.enum(withdrawalActions)),
			/** The oldest first; of very many the newest 500. */
			events: z.array(withdrawalEvent),
			transfers: z.array(z.object({ kind: z.string(), amount: z.number(), at: z.number() })),
			manual: manualPayout.nullable(),
			reviews: z.array(payoutReview.extend({ resolved_at: z.number().nullable(), note: z.string().nullable() })),
			settlements: z.array(settlement),
		}),
	}),
	/** Sends an order in review under the same id once more, or has the vendor try again what it had ended unpaid. */
	adminResendWithdrawal: defineCall(actOnOrder),
	/** What was never sent ends at once; of what was sent the vendor is asked to cancel, and its word then ends it. */
	adminCancelWithdrawal: defineCall(actOnOrder),
	/** Refunds an order in review, when the vendor surely never had it or has ended it unpaid. */
	adminRefundWithdrawal: defineCall(actOnOrder),
	/** Ends an order in review that the vendor says it has paid, though not quite as we asked. */
	adminMarkWithdrawalPaid: defineCall(actOnOrder),
	adminGetUserWithdrawals: defineCall({
		access: 'admin',
		permission: 'read-user',
		input: userPageRequest,
		output: pageOf(userWithdrawal),
	}),
};
