import { z } from 'zod';
import { aboutOrder, done, reason } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineCall, defineStaffCall } from '../call.ts';
import { PAYOUT_CODE_LENGTH_MAX, PAYOUT_CODES_MAX, WITHDRAW_AMOUNT_MAX } from '../limits.ts';
import { noPayload } from '../no-payload.ts';
import { withdrawalCalls, withdrawalForm } from './withdrawals.ts';

const dollars = z.number().min(0.01).max(10_000).multipleOf(0.01);
const code = z.string().trim().min(4).max(PAYOUT_CODE_LENGTH_MAX);

const payoutRequest = z.discriminatedUnion('method', [
	z.strictObject({
		method: z.literal('game-pass'),
		amount: withdrawalForm.shape.amount,
		recipient: withdrawalForm.pick({ roblox_username: true, placeId: true }),
		requestId: withdrawalForm.shape.requestId,
	}),
	/** The account itself is the recipient. */
	z.strictObject({
		method: z.literal('gift-card'),
		amount: withdrawalForm.shape.amount,
		recipient: z.null().optional(),
		requestId: withdrawalForm.shape.requestId,
	}),
]);
export type PayoutRequest = z.output<typeof payoutRequest>;

/** Values are dollars. */
export const payoutCode = z.object({
	withdrawal_id: z.string(),
	order_id: z.string(),
	value: z.number(),
	/** Null if the site can no longer read it. */
	code: z.string().nullable(),
	/** SHA-256 over the salt's bytes and the code is the `code_hash` of the receipt. */
	salt: z.string(),
	hash: z.string(),
});
export type PayoutCode = z.output<typeof payoutCode>;

const methodSettings = z.strictObject({
	is_on: z.boolean(),
	usd_per_thousand: dollars,
	amount_min: z.int().min(1).max(WITHDRAW_AMOUNT_MAX),
});

const shownMethod = z.object({
	method: z.literal('gift-card'),
	is_on: z.boolean(),
	usd_per_thousand: z.number().nullable(),
	amount_min: z.number().nullable(),
	free_codes: z.array(z.object({ value: z.number(), count: z.number() })),
	given_codes: z.number(),
});
export type AdminPayoutMethod = z.output<typeof shownMethod>;

export const payoutMethodCalls = {
	/** Refused unless a method besides the game pass is on. */
	requestPayout: defineCall({
		access: 'user',
		signedOutReason: 'must-be-logged-in-to-withdraw',
		input: payoutRequest,
		output: withdrawalCalls.processWithdrawal.output,
	}),
	/** Needs a recent sign-in if there are codes. */
	getPayoutCodes: defineCall({ access: 'user', input: noPayload, output: z.array(payoutCode) }),
};

export const staffPayoutMethodCalls = {
	adminGetPayoutMethods: defineStaffCall('read-payouts', { input: noPayload, output: z.array(shownMethod) }),
	/** More money out needs a second person. */
	adminSetPayoutMethod: defineStaffCall('change-payouts', {
		title: 'Change payout method',
		input: methodSettings.extend({ method: z.literal('gift-card'), reason }),
		output: shownMethod.or(proposed),
	}),
	/** Adds all codes or none. */
	adminAddPayoutCodes: defineStaffCall('pay-by-hand', {
		input: z.strictObject({ value: dollars, codes: z.array(code).min(1).max(PAYOUT_CODES_MAX) }),
		output: z.object({ added: z.number() }),
	}),
	/** Removes the free codes of this value. Needs a second person. */
	adminRemovePayoutCodes: defineStaffCall('pay-by-hand', {
		title: 'Remove gift card codes',
		input: z.strictObject({ value: dollars, reason }),
		output: z.object({ removed: z.number() }).or(proposed),
	}),
	/** Without `code`, pays with a stored one. */
	adminPayWithCode: defineStaffCall('pay-by-hand', {
		title: 'Pay with gift card code',
		input: aboutOrder.extend({ code: code.optional() }),
		output: done.or(proposed),
	}),
};
