import { z } from 'zod';
import { defineCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';
import { offerCategories } from '../offerwalls/offer-filters.ts';

export const publicStats = z.object({
	paidOut: z.number(),
	offersToday: z.number(),
	recentPayouts: z.array(
		z.object({
			/** First letter and a fixed number of dots. */
			name: z.string(),
			amount: z.number(),
			/** ms since the epoch, rounded down to the minute. */
			paid_at: z.number(),
		}),
	),
	/** Three to six offers for the visitor's country, best recommended first; empty if there are fewer. */
	offers: z.array(
		z.object({
			title: z.string(),
			reward: z.number(),
			category: z.enum(offerCategories),
			picture: z.string().nullable(),
		}),
	),
});
export type PublicStats = z.output<typeof publicStats>;

export const homeCalls = { getPublicStats: defineCall({ access: 'anonymous', input: noPayload, output: publicStats }) };
