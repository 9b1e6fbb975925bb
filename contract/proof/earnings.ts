import { z } from 'zod';
import { defineCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';

/** Rules and rounding: `docs/public-proof.md`. */
const earnings = z.object({
	/** Newest month of joining first. */
	months: z.array(
		z.object({
			month: z.string(),
			cells: z.array(
				z.object({
					/** Country code or `other`. */
					country: z.string(),
					age_days: z.number(),
					joined: z.number(),
					/** Percent. */
					paid_share: z.number(),
					/** R$ per paid person. */
					quartiles: z.tuple([z.number(), z.number(), z.number()]),
					days_to_first_median: z.number(),
				}),
			),
		}),
	),
	/** The first checkpoint with the hash of `months`. */
	checkpoint: z.number().nullable(),
});
export type Earnings = z.output<typeof earnings>;
export type EarningsCell = Earnings['months'][number]['cells'][number];

export const earningsCalls = { getEarnings: defineCall({ access: 'anonymous', input: noPayload, output: earnings }) };
