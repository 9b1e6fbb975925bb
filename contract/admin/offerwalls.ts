import { z } from 'zod';
import { defineCall } from '../call.ts';
import { AGE_MIN_YEARS, REASON_LENGTH_MAX, WALL_HOLD_HOURS_MAX, WALL_MIN_AGE_MAX } from '../limits.ts';
import { noPayload } from '../no-payload.ts';
import { postbackOutcomes } from './admin.ts';

const id = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/);
const reason = z.string().trim().min(1).max(REASON_LENGTH_MAX);
const settings = z.object({ enabled: z.boolean(), minAge: z.number(), holdHours: z.number() });

export const adminOfferwall = settings.extend({
	id: z.string(),
	partner: z.string(),
	partnerName: z.string(),
	name: z.string(),
	inFile: settings,
	/** Whether each secret is there; what they are is never told. `allowedIps` is how many there are. */
	keys: z.object({ secret: z.boolean(), pathKey: z.boolean(), allowedIps: z.number() }),
	/** R$ for one $, where the reward is computed from the payout. */
	rate: z.number().nullable(),
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
});
export type AdminOfferwall = z.output<typeof adminOfferwall>;

export const adminGetOfferwalls = defineCall({
	access: 'admin',
	permission: 'read-offerwalls',
	input: noPayload,
	output: z.array(adminOfferwall),
});

/** What is not named stays; null goes back to what the file says. In force on all nodes at once. */
export const adminChangeOfferwall = defineCall({
	access: 'admin',
	permission: 'change-offerwalls',
	input: z.strictObject({
		id,
		enabled: z.boolean().nullish(),
		minAge: z.int().min(AGE_MIN_YEARS).max(WALL_MIN_AGE_MAX).nullish(),
		holdHours: z.int().min(0).max(WALL_HOLD_HOURS_MAX).nullish(),
		reason,
	}),
	output: settings.extend({ id: z.string(), changed: z.boolean() }),
});

/** A really signed postback for nobody, so it books nothing; `verified`: all was understood as it should. */
export const adminSendTestPostback = defineCall({
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
});
