import { z } from 'zod';
import { userPageRequest } from '../admin/fields.ts';
import { defineCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';
import { pageOf, pageRequest } from '../paging.ts';

const offerHistoryKinds = ['credit', 'reversal', 'pending', 'bonus', 'promotion', 'adjustment'] as const;

const offerHistoryItem = z.object({
	id: z.string(),
	earning_source: z.string().nullable(),
	/** Null: of no wall. */
	wall_id: z.string().nullable(),
	name: z.string().nullable(),
	/** R$, negative for a reversal. */
	amount: z.number(),
	timestamp: z.number(),
	kind: z.enum(offerHistoryKinds),
	pending_until: z.number().nullable(),
	/** Null while it is pending. */
	receipt: z.string().nullable(),
});
export type OfferHistoryItem = z.output<typeof offerHistoryItem>;

const rewardSteps = ['held', 'credited', 'taken-back'] as const;

export const offerHistoryCalls = {
	/** What the history tells of the balance only to who reads all of it (decision 0008). Amounts are R$. */
	getPendingRewards: defineCall({
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
	}),
	getOfferHistory: defineCall({ access: 'user', input: pageRequest, output: pageOf(offerHistoryItem) }),
	/** What became of the reward that a line of the history is of, the first first; of no offer, unknown or somebody else's: nothing. */
	getReward: defineCall({
		access: 'user',
		input: z.strictObject({ id: z.string().min(1).max(20) }),
		output: z.object({ steps: z.array(z.object({ kind: z.enum(rewardSteps), at: z.number() })) }),
	}),
	adminGetUserOffers: defineCall({
		access: 'admin',
		permission: 'read-user',
		input: userPageRequest,
		output: pageOf(offerHistoryItem),
	}),
};

export type RewardSteps = z.output<typeof offerHistoryCalls.getReward.output>['steps'];
