import { z } from 'zod';
import { userPageRequest } from '../admin/fields.ts';
import { defineCall, defineStaffCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';
import { pageOf, pageRequest } from '../paging.ts';

const offerHistoryKinds = ['credit', 'reversal', 'pending', 'bonus', 'promotion', 'adjustment', 'imported'] as const;

const offerHistoryItem = z.object({
	id: z.string(),
	earning_source: z.string().nullable(),
	wall_id: z.string().nullable(),
	name: z.string().nullable(),
	/** R$, negative for a reversal. */
	amount: z.number(),
	timestamp: z.number(),
	kind: z.enum(offerHistoryKinds),
	pending_until: z.number().nullable(),
	receipt: z.string().nullable(),
});
export type OfferHistoryItem = z.output<typeof offerHistoryItem>;

const rewardSteps = ['held', 'credited', 'taken-back'] as const;

export const offerHistoryCalls = {
	/** Held rewards and debt (decision 0008). Amounts are R$. */
	getPendingRewards: defineCall({
		access: 'user',
		input: noPayload,
		output: z.object({
			total: z.number(),
			items: z.array(offerHistoryItem),
			count: z.number(),
			debt: z
				.object({
					/** The debt as positive R$. New rewards pay it off first. */
					amount: z.number(),
					reversals: z.array(offerHistoryItem),
				})
				.nullable(),
		}),
	}),
	getOfferHistory: defineCall({ access: 'user', input: pageRequest, output: pageOf(offerHistoryItem) }),
	/** Oldest step first; empty for unknown ids and rewards of other users. */
	getReward: defineCall({
		access: 'user',
		input: z.strictObject({ id: z.string().min(1).max(20) }),
		output: z.object({
			steps: z.array(z.object({ kind: z.enum(rewardSteps), at: z.number() })),
			/** Null if the partner named no step or removed the offer. */
			goal: z.object({ id: z.string(), title: z.string(), offer_id: z.string() }).nullable(),
		}),
	}),
	adminGetUserOffers: defineStaffCall('read-user', { input: userPageRequest, output: pageOf(offerHistoryItem) }),
};

export type RewardSteps = z.output<typeof offerHistoryCalls.getReward.output>['steps'];
