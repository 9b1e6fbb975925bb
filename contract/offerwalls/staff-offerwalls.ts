import { z } from 'zod';
import { reason } from '../admin/fields.ts';
import { postbackOutcomes } from '../admin/lists.ts';
import { proposed } from '../admin/proposals.ts';
import { defineStaffCall } from '../call.ts';
import { AGE_MIN_YEARS, WALL_HOLD_HOURS_MAX, WALL_MIN_AGE_MAX } from '../limits.ts';
import { noPayload } from '../no-payload.ts';
import { wallBoost, wallRate } from './rates.ts';
import { wallId as id, savedWallEntry } from './wall-entries.ts';

/** `stale`: the feed fails, but its offers are shown. `hidden`: it has failed too long. */
export const feedStates = ['never', 'good', 'stale', 'hidden'] as const;

const settings = z.object({ enabled: z.boolean(), minAge: z.number(), holdHours: z.number() });

export const adminOfferwall = settings.extend({
	id: z.string(),
	partner: z.string(),
	partnerName: z.string(),
	name: z.string(),
	version: z.number(),
	entry: savedWallEntry,
	/** `secret` and `pathKey` tell whether the secret is set; `allowedIps` is a count. */
	keys: z.object({ secret: z.boolean(), pathKey: z.boolean(), allowedIps: z.number() }),
	/** R$ per $ now; null if the partner sets the reward itself. */
	rate: z.number().nullable(),
	rates: z.array(wallRate),
	boosts: z.array(wallBoost),
	strength: z.enum(['full', 'part', 'weak']),
	hasAddress: z.boolean(),
	/** The wall's postbacks can be forged, so its credits are held until an admin decides. */
	isUnprotected: z.boolean(),
	findings: z.array(z.string()),
	/** For admins who may not change offerwalls, the path key in this URL is `***`. */
	callbackUrl: z.string(),
	/** Postbacks of the last 24 hours, by outcome. */
	callbacks: z.object({
		total: z.number(),
		byOutcome: z.array(z.object({ outcome: z.string(), count: z.number() })),
		lastAt: z.number().nullable(),
	}),
	feed: z
		.object({
			kind: z.string(),
			state: z.enum(feedStates),
			since: z.number().nullable(),
			lastAnswerAt: z.number().nullable(),
			offers: z.number(),
			skipped: z.number(),
			skippedWhy: z.string().nullable(),
			problem: z.string().nullable(),
		})
		.nullable(),
});
export type AdminOfferwall = z.output<typeof adminOfferwall>;

export const adminOfferwallCalls = {
	adminGetOfferwalls: defineStaffCall('read-offerwalls', { input: noPayload, output: z.array(adminOfferwall) }),
	/** A null field restores the value of the wall's entry. Switching on or a shorter hold needs a second person. */
	adminChangeOfferwall: defineStaffCall('change-offerwalls', {
		title: 'Change offerwall settings',
		input: z.strictObject({
			id,
			enabled: z.boolean().nullish(),
			minAge: z.int().min(AGE_MIN_YEARS).max(WALL_MIN_AGE_MAX).nullish(),
			holdHours: z.int().min(0).max(WALL_HOLD_HOURS_MAX).nullish(),
			reason,
		}),
		output: settings.extend({ id: z.string(), changed: z.boolean() }).or(proposed),
	}),
	/** At most 500, oldest first. */
	adminDecideHeldCredits: defineStaffCall('adjust-balances', {
		title: 'Decide held credits',
		input: z.strictObject({ id, uid: z.uuid().optional(), decision: z.enum(['release', 'cancel']), reason }),
		output: z.object({ credits: z.number(), amount: z.number() }).or(proposed),
	}),
	/** Sends a correctly signed postback for a nonexistent user, so nothing is booked. */
	adminSendTestPostback: defineStaffCall('change-offerwalls', {
		input: z.strictObject({ id }),
		output: z.object({
			verified: z.boolean(),
			outcome: z.enum(postbackOutcomes),
			why: z.string().nullable(),
			request: z.string(),
		}),
	}),
};
