import { z } from 'zod';
import { reason, timeMs } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineStaffCall } from '../call.ts';
import { WALL_BOOST_PERCENT_MAX, WALL_RATE_MAX } from '../limits.ts';
import { wallId } from './wall-entries.ts';

const country = z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter ISO country code');
/** R$ per $. */
const rate = z.number().positive().max(WALL_RATE_MAX).multipleOf(0.01);
const percent = z.int().min(0).max(WALL_BOOST_PERCENT_MAX);

/** Times in ms since the epoch. `until` is null without a known end. */
export const wallRate = z.object({
	id: z.number(),
	country: z.string().nullable(),
	/** Null means that the wall's rate applies, or the rate of its entry. */
	rate: z.number().nullable(),
	from: z.number(),
	until: z.number().nullable(),
});
export const wallBoost = z.object({ id: z.number(), percent: z.number(), from: z.number(), until: z.number() });

export const rateCalls = {
	/** A past `from` means now. A higher rate needs a second admin. A null `rate` removes the override. */
	adminSetRate: defineStaffCall('change-offerwalls', {
		title: "Set an offerwall's rate",
		input: z.strictObject({ wall_id: wallId, country: country.nullish(), rate: rate.nullable(), from: timeMs, reason }),
		output: wallRate.or(proposed),
	}),
	/** Replaces the previous boost. `percent` 0 ends it without a second admin. */
	adminSetBoost: defineStaffCall('change-offerwalls', {
		title: "Set an offerwall's boost",
		input: z.strictObject({ wall_id: wallId, percent, from: timeMs, until: timeMs, reason }),
		output: wallBoost.or(proposed),
	}),
	/** Returns the hypothetical cost of a rate or boost, from the wall's actual payouts. */
	adminGetRateEffect: defineStaffCall('read-offerwalls', {
		input: z.strictObject({
			wall_id: wallId,
			country: country.nullish(),
			rate: rate.nullish(),
			percent: percent.nullish(),
		}),
		output: z.object({
			periods: z.array(
				z.object({
					days: z.number(),
					paid_usd: z.number(),
					/** R$. `extra` is the change at the new rate, maybe negative. With a country, only our own clicks count. */
					credited: z.number(),
					extra: z.number(),
					/** Cost of `extra` in $; null while the cost of R$ is not set. */
					extra_usd: z.number().nullable(),
				}),
			),
			/** Both are fractions of 1; `margin` is null if unknown. */
			margin: z.number().nullable(),
			margin_floor: z.number(),
		}),
	}),
};
