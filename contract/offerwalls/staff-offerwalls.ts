import { z } from 'zod';
import { reason } from '../admin/fields.ts';
import { postbackOutcomes } from '../admin/lists.ts';
import { proposed } from '../admin/proposals.ts';
import { defineCall } from '../call.ts';
import { AGE_MIN_YEARS, WALL_HOLD_HOURS_MAX, WALL_MIN_AGE_MAX } from '../limits.ts';
import { noPayload } from '../no-payload.ts';
import { wallBoost, wallRate } from './rates.ts';
import { wallId as id, savedWallEntry } from './wall-entries.ts';

/** `never`: no whole answer yet. `stale`: it stays away; `hidden`: so long that its offers are not shown. */
export const feedStates = ['never', 'good', 'stale', 'hidden'] as const;

const settings = z.object({ enabled: z.boolean(), minAge: z.number(), holdHours: z.number() });

export const adminOfferwall = settings.extend({
	id: z.string(),
	partner: z.string(),
	partnerName: z.string(),
	name: z.string(),
	version: z.number(),
	/** Secrets read as null. */
	entry: savedWallEntry,
	/** Whether each secret is there; what they are is never told. `allowedIps` is how many there are. */
	keys: z.object({ secret: z.boolean(), pathKey: z.boolean(), allowedIps: z.number() }),
	/** R$ for one $ now, where the reward is computed from the payout. */
	rate: z.number().nullable(),
	/** The ten that begin last, of the wall and of countries, and its boosts. */
	rates: z.array(wallRate),
	boosts: z.array(wallBoost),
	strength: z.enum(['full', 'part', 'weak']),
	hasAddress: z.boolean(),
	/** What is missing or weak, or must be compared with the partner's dashboard. One sentence each. */
	findings: z.array(z.string()),
	/** The whole address to paste at the partner; it contains the path key. */
	callbackUrl: z.string(),
	/** Postbacks of the last 24 hours, by outcome; an outcome that did not come is not there. */
	callbacks: z.object({
		total: z.number(),
		byOutcome: z.array(z.object({ outcome: z.string(), count: z.number() })),
		lastAt: z.number().nullable(),
	}),
	/** How its feed of offers stands; null where it has none. */
	feed: z
		.object({
			kind: z.string(),
			state: z.enum(feedStates),
			/** Since when it is stale or hidden. */
			since: z.number().nullable(),
			lastAnswerAt: z.number().nullable(),
			/** Of the last whole answer: how many are listed, how many were left out, and the reason of most. */
			offers: z.number(),
			skipped: z.number(),
			skippedWhy: z.string().nullable(),
			/** Why the last try failed; null where it did not. */
			problem: z.string().nullable(),
		})
		.nullable(),
});
export type AdminOfferwall = z.output<typeof adminOfferwall>;

export const adminOfferwallCalls = {
	adminGetOfferwalls: defineCall({
		access: 'admin',
		permission: 'read-offerwalls',
		input: noPayload,
		output: z.array(adminOfferwall),
	}),
	/** A field that is missing stays; null goes back to the entry's value. In force on all nodes at once. Switching on needs a second person. */
	adminChangeOfferwall: defineCall({
		access: 'admin',
		permission: 'change-offerwalls',
		input: z.strictObject({
			id,
			enabled: z.boolean().nullish(),
			minAge: z.int().min(AGE_MIN_YEARS).max(WALL_MIN_AGE_MAX).nullish(),
			holdHours: z.int().min(0).max(WALL_HOLD_HOURS_MAX).nullish(),
			reason,
		}),
		output: settings.extend({ id: z.string(), changed: z.boolean() }).or(proposed),
	}),
	/** A really signed postback for nobody, so it books nothing; `verified`: all was understood as it should. */
	adminSendTestPostback: defineCall({
		access: 'admin',
		permission: 'change-offerwalls',
		input: z.strictObject({ id }),
		output: z.object({
			verified: z.boolean(),
			outcome: z.enum(postbackOutcomes),
			why: z.string().nullable(),
			/** The request as it is in the log, its secrets masked. */
			request: z.string(),
		}),
	}),
};
