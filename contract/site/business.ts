import { z } from 'zod';
import { defineStaffCall } from '../call.ts';
import { BUSINESS_DAYS_MAX } from '../limits.ts';

const moved = z.object({ earned: z.number(), credited: z.number(), reversed: z.number() });

export const businessCalls = {
	/** Oldest first, walls by earnings. Days are in `tz`, months in UTC. */
	adminGetBusiness: defineStaffCall('read-dashboard', {
		input: z.strictObject({
			days: z.int().min(1).max(BUSINESS_DAYS_MAX).default(30),
			tz: z.string().max(50).default('UTC'),
		}),
		output: z.object({
			/** R$: `boosted` is net of reversals, `lost` was reversed after the account's deletion. */
			days: z.array(moved.extend({ day: z.string(), boosted: z.number(), paidOut: z.number(), lost: z.number() })),
			walls: z.array(
				moved.extend({
					wall: z.string(),
					name: z.string(),
					/** R$ reversed per R$ credited; null without credits. */
					reversalRate: z.number().nullable(),
					earnedByDay: z.array(z.number()),
				}),
			),
			/** $ per 1000 R$, null if not configured. */
			costOfThousand: z.number().nullable(),
			cohorts: z.array(
				z.object({
					month: z.string(),
					users: z.number(),
					earners: z.number(),
					paid: z.number(),
					paidIn30Days: z.number(),
				}),
			),
			countedAt: z.number().nullable(),
		}),
	}),
};
