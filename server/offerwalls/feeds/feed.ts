import type { OfferCategory, OfferDevice } from '../../../contract/offerwalls/offer-filters.ts';

/**
 * A partner's feed of offers as data: an entry of this type is the whole adapter. Where a fact is from, and how certain it
 * is, stands with each as with the postbacks' contracts (../partners/partner.ts). Fields are paths: `a.b`, `a.b[].c`.
 */
export type FeedContract = {
	/** The vendor's own; the entry's `url` takes its place. */
	origin: string;
	path: string;
	/** What the entry gives, by the vendor's names, and where it goes. */
	credentials: readonly string[];
	sends: 'query' | 'json-body' | Exchange;
	/** How often the vendor wants to be asked. */
	everyMs: number;
	/** What a good answer says; anything else is a failure, and changes nothing. */
	success: { field: string; value: unknown };
	offers: string;
	fields: OfferFields;
	devices: Readonly<Record<string, readonly OfferDevice[]>>;
	/** In order: the first that the offer has decides. */
	categories: readonly (readonly [theirs: string, ours: OfferCategory])[];
	link: OfferLink;
};

/** OAuth 2.0: the entry's refresh token is exchanged for one that the call bears. RFC 6749, section 6. */
export type Exchange = { refreshTokenAt: string };

export type OfferFields = {
	id: string;
	title: string;
	summary: string;
	requirements: readonly string[];
	link: string;
	picture: string;
	/** ISO codes. None: open to all. */
	countries: string;
	devices: string;
	categories: string;
	/** $ and R$ of an offer with one step. */
	payout?: string;
	reward?: string;
	/** The partner's page for questions about this one offer. */
	support?: string;
	/** The app's name in its store: tells the same app of two walls. */
	store?: string;
	steps: { list: string; id: string; title: string; payout: string; reward?: string };
};

/** How the person and our click get into the partner's address. */
export type OfferLink = {
	user: { macro: string } | { parameter: string };
	/** The partner's free sub-id, where it has one. */
	click?: { parameter: string };
};

export type OfferStep = {
	/** As the partner's postbacks name it. */
	id: string;
	title: string;
	/** Millionths of $. */
	payoutMicros: number;
	/** Hundredths of R$, as the partner reckons them; undefined where it does not. */
	rewardCents?: number;
};

/** An offer as a feed had it. */
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
	steps: OfferStep[];
};
