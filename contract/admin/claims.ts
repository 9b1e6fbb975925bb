import { z } from 'zod';
import { defineStaffCall } from '../call.ts';
import { ADJUSTMENT_MAX } from '../limits.ts';
import { robuxFromWire } from '../money.ts';
import { postbackRow } from '../offerwalls/callbacks.ts';
import { claimAnswers, claimStates } from '../offerwalls/claims.ts';
import { pageOf } from '../paging.ts';
import { listFields, reason, timeListOf } from './fields.ts';
import { proposed } from './proposals.ts';

const time = z.number();
const robux = z.number();
const reference = z.string().min(1).max(40);

const adminClaim = z.object({
	reference: z.string(),
	uid: z.string(),
	user_name: z.string().nullable(),
	wall_id: z.string(),
	offer_id: z.string().nullable(),
	offer: z.string().nullable(),
	state: z.enum(claimStates),
	answer: z.enum(claimAnswers),
	amount: robux.nullable(),
	/** Reward that the user saw when opening the offer; null if the step is unknown. */
	shown: robux.nullable(),
	opened_at: time,
	changed_at: time,
});
export type AdminClaim = z.output<typeof adminClaim>;

const wallClaims = z.object({
	wall_id: z.string(),
	claims: z.number(),
	open: z.number(),
	/** Claims per 1,000 credits; null without credits. */
	per_1000: z.number().nullable(),
	median_days: z.number().nullable(),
	/** Share of ended claims that were paid, 0 to 1. */
	settled_share: z.number().nullable(),
});
export type WallClaims = z.output<typeof wallClaims>;

const click = z.object({
	id: z.string(),
	at: time,
	offer_key: z.string(),
	title: z.string(),
	country: z.string().nullable(),
	device: z.string(),
});

const credit = z.object({
	at: time,
	offer_key: z.string().nullable(),
	name: z.string().nullable(),
	amount: robux,
	state: z.enum(['held', 'credited', 'taken-back']),
});

export const adminClaimCalls = {
	/** Default: claims that need an action, oldest first. The time range applies to `opened_at`. */
	adminGetClaims: defineStaffCall('read-claims', {
		input: z
			.strictObject({
				state: z.enum([...claimStates, 'any']).nullish(),
				wall_id: z.string().max(40).nullish(),
				...listFields,
			})
			.nullish()
			.transform((input) => ({
				state: input?.state ?? undefined,
				wallId: input?.wall_id ?? undefined,
				...timeListOf(input),
			})),
		output: pageOf(adminClaim).extend({ walls: z.array(wallClaims), walls_since: z.number() }),
	}),
	adminGetClaim: defineStaffCall('read-claims', {
		input: z.strictObject({ reference }),
		output: z.object({
			claim: adminClaim.extend({
				note: z.string().nullable(),
				said: z.string().nullable(),
				goal: z.string().nullable(),
				goal_title: z.string().nullable(),
			}),
			/** URLs of the pictures; requests to them need the bearer token. */
			pictures: z.array(z.string()),
			clicks: z.array(click),
			credits: z.array(credit),
			callbacks: z.array(postbackRow),
			before: z.object({ settled: z.number(), declined: z.number() }),
		}),
	}),
	/** Needs a second admin for amounts above the limits of adjustments. */
	adminSettleClaim: defineStaffCall('adjust-balances', {
		title: 'Settle claim',
		input: z.strictObject({
			reference,
			amount: z
				.number()
				.positive()
				.max(ADJUSTMENT_MAX)
				.refine((amount) => robuxFromWire(amount) !== undefined, 'is not a valid amount'),
			reason,
		}),
		output: adminClaim.or(proposed),
	}),
	adminDeclineClaim: defineStaffCall('decide-claims', {
		input: z.strictObject({ reference, reason }),
		output: adminClaim,
	}),
};

export type ClaimsRequest = z.output<typeof adminClaimCalls.adminGetClaims.input>;
export type ClaimFile = z.output<typeof adminClaimCalls.adminGetClaim.output>;
