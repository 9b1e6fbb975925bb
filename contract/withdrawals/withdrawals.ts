import { z } from 'zod';
import { defineCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';
import { pageOf, pageRequest } from '../paging.ts';
import type { WithdrawalRequest } from './withdrawal-rules.ts';

export const withdrawalStatuses = ['Pending', 'Processing', 'Completed', 'Failed'] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

/** Half-filled forms pass: `checkWithdrawalRequest` refuses them in the specification's order and words. */
const withdrawalForm = z.object({
	roblox_username: z.string().max(200).nullish(),
	placeId: z.union([z.number(), z.literal('')]).nullish(),
	amount: z.union([z.number(), z.literal('')]).nullish(),
	// A uuid of any version, or none: all that it has to be is the same again.
	requestId: z.guid().nullish(),
});

const withdrawalRequest = withdrawalForm.nullish().transform((request): WithdrawalRequest => request ?? {});

/** `details` of `not-found`: the passes that were found instead. */
export const noPassDetails = z.object({
	passes: z.array(z.object({ id: z.number(), name: z.string(), price: z.number() })),
});
export type NoPassDetails = z.output<typeof noPassDetails>;

export const withdrawHistoryItem = z.object({
	id: z.string(),
	order_id: z.string().nullable(),
	amount: z.number(),
	status: z.enum(withdrawalStatuses),
	is_refunded: z.boolean(),
	created_at: z.number(),
	/** While it is checked before it is paid: until when, ms since the epoch. A person may need longer. */
	screened_until: z.number().nullable(),
	/** Null until it is paid. */
	receipt: z.string().nullable(),
});
export type WithdrawHistoryItem = z.output<typeof withdrawHistoryItem>;

/** What would be refused or wait, before the form is sent. Amounts are R$, times ms since the epoch. */
const withdrawalSteps = ['requested', 'screening', 'sent', 'paid', 'refunded'] as const;

export const withdrawalCalls = {
	processWithdrawal: defineCall({
		access: 'user',
		signedOutReason: 'must-be-logged-in-to-withdraw',
		input: withdrawalRequest,
		output: z.object({
			id: z.string(),
			order_id: z.string(),
			status: z.enum(withdrawalStatuses),
			amount: z.number(),
			price: z.number(),
		}),
	}),
	/** Looks for the pass that a withdrawal would need, as `processWithdrawal` does and with its refusals; asks for nothing. */
	checkPass: defineCall({
		access: 'user',
		input: withdrawalForm.omit({ requestId: true }),
		/** What it costs, in R$. */
		output: z.object({ price: z.number() }),
	}),
	getWithdrawHistory: defineCall({
		access: 'user',
		input: pageRequest,
		output: pageOf(withdrawHistoryItem),
	}),
	/** One withdrawal with what happened to it, the first first. Unknown, or somebody else's: `not-found`. */
	getWithdrawal: defineCall({
		access: 'user',
		input: z.strictObject({ id: z.guid() }),
		output: withdrawHistoryItem.extend({
			/** Of the pass, in R$; null once the account was deleted. */
			price: z.number().nullable(),
			roblox_username: z.string().nullable(),
			steps: z.array(z.object({ kind: z.enum(withdrawalSteps), at: z.number() })),
		}),
	}),
	getWithdrawLimits: defineCall({
		access: 'user',
		input: noPayload,
		output: z.object({
			/** R$; below zero when partners took back what was withdrawn already. */
			balance: z.number(),
			/** Null: withdrawals are not paused for this account. */
			paused_reason: z.string().nullable(),
			email_unverified: z.boolean(),
			/** False: nothing can be earned in the country of this address. What is there can be withdrawn. */
			country_served: z.boolean(),
			open_order_id: z.string().nullable(),
			/** False while the operator has switched withdrawals off. */
			payouts_on: z.boolean(),
			/** R$, and when the day ends in ms since the epoch. Null: there is no daily limit. */
			daily: z.object({ cap: z.number(), left: z.number(), resets_at: z.number() }).nullable(),
			/** Whole R$ at the vendor. Null: it does not say at the moment. */
			stock: z.object({ direct: z.number(), network: z.number() }).nullable(),
			/** What becomes of an amount above `stock.direct`: it waits for stock, or is refused. */
			stock_policy: z.enum(['queue', 'refuse']),
		}),
	}),
	getStock: defineCall({
		access: 'user',
		input: noPayload,
		output: z.object({ direct: z.number(), network: z.number() }),
	}),
};

export type WithdrawalDetails = z.output<typeof withdrawalCalls.getWithdrawal.output>;
export type WithdrawLimits = z.output<typeof withdrawalCalls.getWithdrawLimits.output>;
