import { z } from 'zod';
import { defineCall } from '../call.ts';
import { BUSINESS_DAYS_MAX } from '../limits.ts';

/** $ that walls owe us, and R$: given to users by walls, taken back by them, paid out. */
const moved = z.object({ earned: z.number(), credited: z.number(), reversed: z.number() });

export const businessCalls = {
	/** Oldest first: days of the time zone with today, months (UTC) of sign-ups; walls most earned first. */
	adminGetBusiness: defineCall({
		access: 'admin',
		permission: 'read-dashboard',
		input: z.strictObject({
			days: z.int().min(1).max(BUSINESS_DAYS_MAX).default(30),
			tz: z.string().max(50).default('UTC'),
		}),
		output: z.object({
			/** `boosted`: R$ that we gave on top, less what went back. `lost`: R$ that partners took back of deleted accounts. */
			days: z.array(moved.extend({ day: z.string(), boosted: z.number(), paidOut: z.number(), lost: z.number() })),
			walls: z.array(
				moved.extend({
					wall: z.string(),
					name: z.string(),
					/** R$ taken back for each R$ given; null where nothing was given. */
					reversalRate: z.number().nullable(),
					earnedByDay: z.array(z.number()),
				}),
			),
			/** What 1000 R$ cost us in $, if the operator has said; margins are reckoned with it. */
			costOfThousand: z.number().nullable(),
			cohorts: z.array(
				z.object({
					month: z.string(),
					users: z.number(),
					/** Those of them who earned anything, were paid at all, and were paid within 30 days of signing up. */
					earners: z.number(),
					paid: z.number(),
					paidIn30Days: z.number(),
				}),
			),
			countedAt: z.number().nullable(),
		}),
	}),
};
