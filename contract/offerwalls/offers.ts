import { z } from 'zod';
import { reason } from '../admin/fields.ts';
import { defineCall, defineStaffCall } from '../call.ts';
import { pageOf } from '../paging.ts';
import {
	OFFER_SEARCH_LENGTH_MAX,
	OFFERS_PAGE_SIZE,
	OFFERS_PAGE_SIZE_MAX,
	offerCategories,
	offerDevices,
	offerOrders,
} from './offer-filters.ts';
import { wallId } from './wall-entries.ts';

export const offerReasons = ['other-country', 'done'] as const;

const offerItem = z.object({
	id: z.string(),
	wall_id: z.string(),
	title: z.string(),
	summary: z.string(),
	picture: z.string().nullable(),
	reward: z.number(),
	goals: z.number(),
	/** The partner added it in the last three days. */
	is_new: z.boolean(),
	category: z.enum(offerCategories),
	devices: z.array(z.enum(offerDevices)),
	usually_credited_minutes: z.number().nullable(),
	/** Share of the people who completed it; null if fewer than 30 did. */
	credited_percent: z.number().nullable(),
	held_days: z.number(),
	complete_within_hours: z.number().nullable(),
	boost: z.object({ percent: z.number(), until: z.number() }).nullable(),
	partner: z.string(),
});
export type OfferItem = z.output<typeof offerItem>;

export const goalStates = ['open', 'held', 'credited', 'taken-back'] as const;

const goal = z.object({
	id: z.string(),
	title: z.string(),
	reward: z.number(),
	complete_within_hours: z.number().nullable(),
	state: z.enum(goalStates),
	at: z.number().nullable(),
	/** End of the hold; null until the partner decides. */
	until: z.number().nullable(),
});

/** When the partner's time for the next step ends, or has ended; null without a known limit. */
const completeBy = z.number().nullable();

export const myOfferStates = ['started', 'credited', 'taken-back'] as const;

const myOffer = z.object({
	/** Null if the partner no longer has the offer for this user. */
	offer: offerItem.nullable(),
	offer_id: z.string(),
	wall_id: z.string(),
	title: z.string(),
	state: z.enum(myOfferStates),
	started_at: z.number(),
	next_step: z
		.object({ id: z.string(), title: z.string(), reward: z.number(), number: z.number(), count: z.number() })
		.nullable(),
	complete_by: completeBy,
	earned: z.number(),
	pending: z.number(),
});
export type MyOffer = z.output<typeof myOffer>;

const offerId = z.strictObject({ id: z.string().min(1).max(64) });

const page = { cursor: z.string().max(200).nullish(), limit: z.int().min(1).max(OFFERS_PAGE_SIZE_MAX).nullish() };
type PageInput = { cursor?: string | null | undefined; limit?: number | null | undefined } | null | undefined;
const toPage = (input: PageInput) => ({ cursor: input?.cursor ?? undefined, limit: input?.limit ?? OFFERS_PAGE_SIZE });

const promiseFigures = z.object({
	title: z.string(),
	people: z.number(),
	/** Credited, or claimed. */
	completed: z.number(),
	credited: z.number(),
	minutes: z.number().nullable(),
	/** Settled, or open for a week. */
	claimed: z.number(),
	settled: z.number(),
	reversed: z.number(),
});

export const hiddenOffer = z.object({
	offer_id: z.string(),
	hidden_at: z.number(),
	reason: z.enum(['claims', 'reversals', 'staff']),
	/** The figures at that moment; empty if there were none. */
	evidence: promiseFigures.partial(),
});

const offerPromise = promiseFigures.extend({
	offer_id: z.string(),
	hidden: hiddenOffer.omit({ offer_id: true }).nullable(),
});
export type OfferPromise = z.output<typeof offerPromise>;

export const offerCalls = {
	/** Offers for the user's age and country. Unknown fields are ignored. */
	getOffers: defineCall({
		access: 'user',
		input: z
			.strictObject({
				category: z.enum(offerCategories).nullish(),
				device: z.enum(offerDevices).nullish(),
				search: z.string().max(OFFER_SEARCH_LENGTH_MAX).nullish(),
				order: z.enum(offerOrders).nullish(),
				...page,
			})
			.nullish()
			.transform((input) => ({
				category: input?.category ?? undefined,
				device: input?.device ?? undefined,
				search: input?.search ?? undefined,
				order: input?.order ?? ('recommended' as const),
				...toPage(input),
			})),
		output: pageOf(offerItem),
	}),
	getOffer: defineCall({
		access: 'user',
		input: offerId,
		output: offerItem.extend({
			requirements: z.array(z.string()),
			/** ISO codes; an empty list means all countries. */
			countries: z.array(z.string()),
			goals_list: z.array(goal),
			/** Share of the offer's credits that were reversed, 0 to 1; null if there are too few credits. */
			taken_back_share: z.number().nullable(),
			clicked_at: z.number().nullable(),
			complete_by: completeBy,
			reason: z.enum(offerReasons).nullable(),
		}),
	}),
	/** Offers opened in the last 90 days, last opened first. */
	getMyOffers: defineCall({
		access: 'user',
		input: z
			.strictObject({ state: z.enum(myOfferStates).nullish(), ...page })
			.nullish()
			.transform((input) => ({ state: input?.state ?? undefined, ...toPage(input) })),
		output: pageOf(myOffer),
	}),
	openOffer: defineCall({
		access: 'user',
		input: offerId,
		output: z.object({ click_id: z.string(), url: z.string() }),
	}),
	/** A link for another device. It works once, for two minutes. */
	createOfferLink: defineCall({
		access: 'user',
		input: offerId,
		output: z.object({ url: z.string(), expires_at: z.number() }),
	}),
	/** Figures of 30 days, without flagged users. Hidden offers come first, then the 50 with most people. */
	adminGetOfferPromises: defineStaffCall('read-offerwalls', {
		input: z.strictObject({ id: wallId }),
		output: z.array(offerPromise),
	}),
	/** An offer shown again stays so for 30 days, whatever its figures are. */
	adminSetOfferShown: defineStaffCall('change-offerwalls', {
		title: 'Hide or show an offer',
		input: z.strictObject({ id: wallId, offer_id: z.string().min(1).max(200), shown: z.boolean(), reason }),
		output: z.object({ changed: z.boolean() }),
	}),
};
