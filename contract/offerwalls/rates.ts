import { z } from 'zod';
import { reason, timeMs } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineCall } from '../call.ts';
import { WALL_BOOST_PERCENT_MAX, WALL_RATE_MAX } from '../limits.ts';
import { wallId } from './wall-entries.ts';

const country = z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter ISO country code');
/** R$ for one $. */
const rate = z.number().positive().max(WALL_RATE_MAX).multipleOf(0.01);
const percent = z.int().min(0).max(WALL_BOOST_PERCENT_MAX);

/** Times in ms since the epoch. `until` is null where no end is known. */
export const wallRate = z.object({
	id: z.number(),
	/** Null: wherever no country has a rate of its own. */
	country: z.string().nullable(),
	/** Null: as if the country, or the wall, had no row. */
	rate: z.number().nullable(),
	from: z.number(),
	until: z.number().nullable(),
});
export const wallBoost = z.object({ id: z.number(), percent: z.number(), from: z.number(), until: z.number() });

export const rateCalls = {
	/** What holds from `from` on; a time that has gone is now. Looser than before, it waits for a second person. Null goes back to what holds without a row. */
	adminSetRate: defineCall({
		access: 'admin',
		permission: 'change-offerwalls',
		input: z.strictObject({
			wall_id: wallId,
			country: country.nullish(),
			rate: rate.nullable(),
			from: timeMs,
			reason,
		}),
		output: wallRate.or(proposed),
	}),
	/** On top of every credit of the wall. It takes the place of the one before; 0 ends that, and is what one person may do. */
	adminSetBoost: defineCall({
		access: 'admin',
		permission: 'change-offerwalls',
		input: z.strictObject({ wall_id: wallId, percent, from: timeMs, until: timeMs, reason }),
		output: wallBoost.or(proposed),
	}),
	/** What a rate, or a boost, would have cost if it had held all the time, by what the wall really paid. Changes nothing. */
	adminGetRateEffect: defineCall({
		access: 'admin',
		permission: 'read-offerwalls',
		input: z.strictObject({
			wall_id: wallId,
			country: country.nullish(),
			rate: rate.nullish(),
			percent: percent.nullish(),
		}),
		output: z.object({
			/** The last 7 days, and 90. */
			periods: z.array(
				z.object({
					days: z.number(),
					/** $ that the partner owes for it. */
					paid_usd: z.number(),
					/** R$ that people got, and what they would have got on top; below zero: less. Of a country: by offers of our own pages. */
					credited: z.number(),
					extra: z.number(),
					/** $; null while nobody has said what R$ cost. */
					extra_usd: z.number().nullable(),
				}),
			),
			/** Of a $ what would be left, from 1 down, and the least that may be; null where it cannot be known. */
			margin: z.number().nullable(),
			margin_floor: z.number(),
		}),
	}),
};
