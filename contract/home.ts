import { z } from 'zod';
import { defineCall } from './call.ts';
import { noPayload } from './no-payload.ts';
import { offerCategories } from './offerwalls/offer-filters.ts';

/** What anybody may know of the site: no more of a person than a first letter. */
export const publicStats = z.object({
	/** R$ paid out, ever. */
	paidOut: z.number(),
	/** Offers and surveys whose reward reached a balance since midnight (UTC). */
	offersToday: z.number(),
	recentPayouts: z.array(
		z.object({
			/** The first letter of the game username and dots, as many for every name. */
			name: z.string(),
			amount: z.number(),
			/** ms since the epoch, rounded down to the minute. */
			paid_at: z.number(),
		}),
	),
	/** Three to six that can be done where the asker is, best recommended first; none where there are fewer. */
	offers: z.array(
		z.object({
			title: z.string(),
			/** R$ for all of its steps. */
			reward: z.number(),
			category: z.enum(offerCategories),
			/** An address on our own origin; null: none. */
			picture: z.string().nullable(),
		}),
	),
});
export type PublicStats = z.output<typeof publicStats>;

export const homeCalls = {
	getPublicStats: defineCall({ access: 'anonymous', input: noPayload, output: publicStats }),
};
