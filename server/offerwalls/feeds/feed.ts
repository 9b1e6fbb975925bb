import type { OfferCategory, OfferDevice } from '../../../contract/offerwalls/offer-filters.ts';

/** Fields are paths: `a.b`, `a.b[].c`. */
export type FeedContract = {
	origin: string;
	path: string;
	credentials: readonly string[];
	sends: 'query' | 'json-body' | Exchange;
	everyMs: number;
	success: { field: string; value: unknown };
	offers: string;
	fields: OfferFields;
	devices: Readonly<Record<string, readonly OfferDevice[]>>;
	/** The first match wins. */
	categories: Readonly<Partial<Record<OfferCategory, readonly string[]>>>;
	link: OfferLink;
};

/** Refreshes an access token by OAuth 2.0 (RFC 6749, section 6). */
export type Exchange = { refreshTokenAt: string };

export type OfferFields = {
	id: string;
	title: string;
	summary: string;
	requirements: readonly string[];
	link: string;
	picture: string;
	countries: string;
	devices: string;
	categories: string;
	payout?: string;
	reward?: string;
	support?: string;
	/** Field with the app's store id, which is the same at all walls. */
	store?: string;
	/** Time that users have from their first click. */
	limit?: TimeLimit;
	steps: { list: string; id: string; title: string; payout: string; reward?: string; limit?: TimeLimit };
};

export type TimeLimit = { field: string; unitMs: number };

export type OfferLink = { user: { macro: string } | { parameter: string }; click?: { parameter: string } };

export type OfferStep = {
	/** The step's id in postbacks. */
	id: string;
	title: string;
	payoutMicros: number;
	rewardCents?: number;
	/** True if the amount is known only later, so none is shown. */
	isVariable?: boolean;
	completeWithinMs?: number;
};

export type FeedOffer = {
	key: string;
	title: string;
	summary: string;
	requirements: string[];
	link: string;
	picture?: string;
	countries: string[];
	devices: OfferDevice[];
	category: OfferCategory;
	store?: string;
	support?: string;
	completeWithinMs?: number;
	steps: OfferStep[];
};
