import { z } from 'zod';
import { defineCall } from './call.ts';
import { messages } from './messages.ts';
import { asRobuxCents, type RobuxCents } from './money.ts';
import { noPayload } from './no-payload.ts';
import { pageOf, pageRequest } from './paging.ts';

/** Whole R$. */
export const WITHDRAW_AMOUNT_MIN = 5;
export const WITHDRAW_AMOUNT_MAX = 1500;

export const withdrawalStatuses = ['Pending', 'Processing', 'Completed', 'Failed'] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

/**
 * The schema lets half-filled forms through so that {@link checkWithdrawalRequest} can refuse them in the
 * specification's order and words; only a wrong type of a field is refused here.
 */
const withdrawalRequest = z
	.object({
		roblox_username: z.string().max(200).nullish(),
		placeId: z.union([z.number(), z.literal('')]).nullish(),
		amount: z.union([z.number(), z.literal('')]).nullish(),
		requestId: z.uuid().nullish(),
	})
	.nullish()
	.transform((request) => request ?? {});
export type WithdrawalRequest = z.output<typeof withdrawalRequest>;

export type CheckedWithdrawalRequest = {
	robloxUsername: string;
	placeId: number;
	amount: RobuxCents;
	requestId: string | undefined;
};

/**
 * The specification's rules for a withdrawal, in its order. The form and the server both use this one.
 * @returns the request ready for use, or the sentence that refuses it.
 */
export function checkWithdrawalRequest(request: WithdrawalRequest): CheckedWithdrawalRequest | { problem: string } {
	const { placeId, amount } = request;
	const robloxUsername = request.roblox_username?.trim();
	if (!robloxUsername || placeId == null || placeId === '' || amount == null || amount === '') {
		return { problem: messages.fillInAllFields };
	}
	// Written so that NaN fails it too.
	if (!(amount >= WITHDRAW_AMOUNT_MIN && amount <= WITHDRAW_AMOUNT_MAX)) return { problem: messages.amountOutOfRange };
	if (!Number.isInteger(amount)) return { problem: messages.amountNotWhole };
	if (!Number.isSafeInteger(placeId) || placeId <= 0) return { problem: messages.fillInAllFields };
	return { robloxUsername, placeId, amount: asRobuxCents(amount * 100), requestId: request.requestId ?? undefined };
}

export const processWithdrawal = defineCall({
	access: 'user',
	input: withdrawalRequest,
	output: z.object({
		id: z.string(),
		order_id: z.string(),
		status: z.enum(withdrawalStatuses),
		amount: z.number(),
		price: z.number(),
	}),
});

/** `details` of `not-found`: the passes that were found instead. */
export const noPassDetails = z.object({
	passes: z.array(z.object({ id: z.number(), name: z.string(), price: z.number() })),
});

export const withdrawHistoryItem = z.object({
	id: z.string(),
	order_id: z.string().nullable(),
	amount: z.number(),
	status: z.enum(withdrawalStatuses),
	is_refunded: z.boolean(),
	created_at: z.number(),
});
export type WithdrawHistoryItem = z.output<typeof withdrawHistoryItem>;

export const getWithdrawHistory = defineCall({
	access: 'user',
	input: pageRequest,
	output: pageOf(withdrawHistoryItem),
});

/** R$ that the vendor can pay at once, and in all. */
export const getStock = defineCall({
	access: 'user',
	input: noPayload,
	output: z.object({ direct: z.number(), network: z.number() }),
});
