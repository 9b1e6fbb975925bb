import { z } from 'zod';
import { defineCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';
import { pageOf, pageRequest } from '../paging.ts';

export const getOfferwalls = defineCall({
	access: 'user',
	input: noPayload,
	output: z.array(z.object({ id: z.string(), name: z.string(), url: z.string(), minAge: z.number() })),
});

export const offerHistoryKinds = ['credit', 'reversal', 'pending', 'bonus', 'promotion', 'adjustment'] as const;

export const offerHistoryItem = z.object({
	id: z.string(),
	earning_source: z.string().nullable(),
	name: z.string().nullable(),
	/** R$, negative for a reversal. */
	amount: z.number(),
	timestamp: z.number(),
	kind: z.enum(offerHistoryKinds),
	pending_until: z.number().nullable(),
});
export type OfferHistoryItem = z.output<typeof offerHistoryItem>;

/** What the history tells of the balance only to who reads all of it (decision 0008). Amounts are R$. */
export const getPendingRewards = defineCall({
	access: 'user',
	input: noPayload,
	output: z.object({
		/** R$ that are held back in all, also of lines that are not in `items`. */
		total: z.number(),
		/** The first to be released first, those that wait for their partner last; 100 at most. */
		items: z.array(offerHistoryItem),
		count: z.number(),
		/** Null unless the balance is below zero. */
		debt: z
			.object({
				/** Missing R$, above zero: new rewards make up for it first. */
				amount: z.number(),
				/** The newest first, 20 at most. Each names its offer and reason. */
				reversals: z.array(offerHistoryItem),
			})
			.nullable(),
	}),
});

export const getOfferHistory = defineCall({ access: 'user', input: pageRequest, output: pageOf(offerHistoryItem) });
