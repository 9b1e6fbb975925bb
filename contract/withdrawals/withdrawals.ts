import { z } from 'zod';
import { defineCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';
import { pageOf, pageRequest } from '../paging.ts';
import { withdrawalFailures } from './failures.ts';
import type { WithdrawalRequest } from './withdrawal-rules.ts';

export const withdrawalStatuses = ['Pending', 'Processing', 'Completed', 'Failed'] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

export const payoutMethods = ['game-pass', 'gift-card'] as const;
export type PayoutMethod = (typeof payoutMethods)[number];

/** Accepts incomplete forms, because `checkWithdrawalRequest` refuses them in the specification's order and words. */
export const withdrawalForm = z.strictObject({
	roblox_username: z.string().max(200).nullish(),
	placeId: z.union([z.number(), z.literal('')]).nullish(),
	amount: z.union([z.number(), z.literal('')]).nullish(),
	requestId: z.guid().nullish(),
});

const withdrawalRequest = withdrawalForm.nullish().transform((request): WithdrawalRequest => request ?? {});

export const noPassDetails = z.object({
	passes: z.array(z.object({ id: z.number(), name: z.string(), price: z.number() })),
});
export type NoPassDetails = z.output<typeof noPassDetails>;

export const withdrawHistoryItem = z.object({
	id: z.string(),
	order_id: z.string().nullable(),
	method: z.enum(payoutMethods),
	amount: z.number(),
	status: z.enum(withdrawalStatuses),
	is_refunded: z.boolean(),
	failed_because: z.enum(withdrawalFailures).nullable(),
	created_at: z.number(),
	/** End of screening, in ms since the epoch; manual review may take longer. */
	screened_until: z.number().nullable(),
	receipt: z.string().nullable(),
});
export type WithdrawHistoryItem = z.output<typeof withdrawHistoryItem>;

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
	/** Refuses like `processWithdrawal`, without side effects. */
	checkPass: defineCall({
		access: 'user',
		input: withdrawalForm.omit({ requestId: true }),
		output: z.object({ price: z.number() }),
	}),
	getWithdrawHistory: defineCall({ access: 'user', input: pageRequest, output: pageOf(withdrawHistoryItem) }),
	getWithdrawal: defineCall({
		access: 'user',
		input: z.strictObject({ id: z.guid() }),
		output: withdrawHistoryItem.extend({
			/** R$ of the pass, or dollars of the gift card; null once the account is deleted. */
			price: z.number().nullable(),
			roblox_username: z.string().nullable(),
			steps: z.array(z.object({ kind: z.enum(withdrawalSteps), at: z.number() })),
		}),
	}),
	getWithdrawLimits: defineCall({
		access: 'user',
		input: noPayload,
		output: z.object({
			/** R$; negative after reversals of withdrawn rewards. */
			balance: z.number(),
			paused_reason: z.string().nullable(),
			email_unverified: z.boolean(),
			/** False if earning is blocked in the visitor's country; withdrawals still work. */
			country_served: z.boolean(),
			open_order_id: z.string().nullable(),
			payouts_on: z.boolean(),
			/** R$ and ms since the epoch; null without a daily limit. */
			daily: z.object({ cap: z.number(), left: z.number(), resets_at: z.number() }).nullable(),
			stock: z.object({ direct: z.number(), network: z.number() }).nullable(),
			stock_policy: z.enum(['queue', 'refuse']),
			/** Methods besides the game pass that are on. */
			methods: z.array(
				z.object({ method: z.literal('gift-card'), usd_per_thousand: z.number(), amount_min: z.number() }),
			),
			/** Paid gift cards, whose codes `getPayoutCodes` returns. */
			codes: z.number(),
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
