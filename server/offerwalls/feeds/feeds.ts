import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { notDone, type VendorEntry, vendorEntry } from '../walls/vendor-entry.ts';
import type { FeedContract } from './feed.ts';

/**
 * May be requested every ten minutes at most, and never for each visitor. Omits surveys of the router. Documented at
 * docs.prodegeads.com/publisher-apis/offers-api. Seen in several integrations: fields; in one: `s1` is the user.
 * Assumed: `session_hours`, as BitLabs names it.
 */
export const adgateFeed: FeedContract = {
	origin: 'https://api.adgatemedia.com',
	path: '/v3/offers',
	credentials: ['aff', 'api_key', 'wall_code'],
	sends: 'query',
	everyMs: 10 * 60_000,
	success: { field: 'status', value: 'success' },
	offers: 'data',
	fields: {
		id: 'id',
		title: 'anchor',
		summary: 'description',
		requirements: ['requirements', 'things_to_know'],
		link: 'click_url',
		picture: 'creatives.icon',
		countries: 'geo_targeting.countries[].country_code',
		devices: 'device_targeting.operating_systems[].name',
		categories: 'categories',
		store: 'preview_url',
		support: 'support_url',
		limit: { field: 'session_hours', unitMs: HOUR_MS },
		steps: { list: 'events', id: 'id', title: 'name', payout: 'payout', reward: 'points' },
	},
	devices: { android: ['android'], ios: ['ios'], windows: ['desktop'], 'mac os': ['desktop'], linux: ['desktop'] },
	categories: {
		survey: ['surveys'],
		quiz: ['quiz'],
		game: ['games', 'cpe'],
		shop: ['cash back', 'credit card required', 'mobile subscription'],
		app: ['android', 'iphone', 'ipad', 'cpi', 'downloads'],
	},
	link: { user: { parameter: 's1' }, click: { parameter: 's2' } },
};

/** Documented in lootably-offers-api-types. Seen in several integrations: `{userID}` in links. Assumed: interval. */
export const lootablyFeed: FeedContract = {
	origin: 'https://api.lootably.com',
	path: '/api/v2/offers/get',
	credentials: ['apiKey', 'placementID'],
	sends: 'json-body',
	everyMs: 15 * 60_000,
	success: { field: 'success', value: true },
	offers: 'data.offers',
	fields: {
		id: 'offerID',
		title: 'name',
		summary: 'description',
		requirements: [],
		link: 'link',
		picture: 'image',
		countries: 'countries',
		devices: 'devices',
		categories: 'categories',
		payout: 'revenue',
		reward: 'currencyReward',
		store: 'bundlePackageID',
		steps: { list: 'goals', id: 'goalID', title: 'description', payout: 'revenue', reward: 'currencyReward' },
	},
	devices: {
		'*': ['android', 'ios', 'desktop'],
		android: ['android'],
		iphone: ['ios'],
		ipad: ['ios'],
		windows: ['desktop'],
		macos: ['desktop'],
	},
	categories: {
		survey: ['survey'],
		quiz: ['quiz'],
		game: ['mobilegame', 'desktopgame', 'game'],
		shop: ['shopping', 'creditcard', 'deposit'],
		app: ['app', 'chromeextension'],
	},
	link: { user: { macro: '{userID}' } },
};

/**
 * Documented at AdGem/adgem-integrations-documentation (docs/reference/offer-api).
 * Assumed: c1 to c5 keep their names in the postback; `web` means desktop.
 */
export const adgemFeed: FeedContract = {
	origin: 'https://offer-api.adgem.com',
	path: '/v1/offers',
	credentials: ['refresh_token'],
	sends: { refreshTokenAt: '/v1/users/token' },
	everyMs: 5 * 60_000,
	success: { field: 'status', value: 'success' },
	offers: 'data.offers',
	fields: {
		id: 'campaign_id',
		title: 'creatives.name',
		summary: 'creatives.description',
		requirements: ['creatives.basic_requirements[].description', 'creatives.instructions', 'creatives.disclaimer'],
		link: 'links.click_url',
		picture: 'creatives.icon_url',
		countries: 'geo_targeting.countries[].iso_alpha2',
		devices: 'os_targeting[].name',
		categories: 'creatives.categories',
		payout: 'total_payout_usd',
		reward: 'total_amount',
		store: 'store_id',
		limit: { field: 'attribution_window_days', unitMs: DAY_MS },
		steps: {
			...{ list: 'goals', id: 'id', title: 'name', payout: 'payout_usd', reward: 'amount' },
			limit: { field: 'maximum_completion_time_days', unitMs: DAY_MS },
		},
	},
	devices: { android: ['android'], ios: ['ios'], web: ['desktop'] },
	categories: { survey: ['survey'], app: ['app'], shop: ['paid'] },
	link: { user: { macro: '{playerid}' }, click: { parameter: 'c1' } },
};

export const feeds = { lootably: lootablyFeed, adgate: adgateFeed, adgem: adgemFeed } as const satisfies Record<
	string,
	FeedContract
>;

export type FeedKind = keyof typeof feeds;
export const feedKinds = Object.keys(feeds) as FeedKind[];

export const feedsNotDone = ['ayet', 'bitlabs', 'cpx'] as const;

export type Feed = VendorEntry<FeedKind>;

const credential = z.union([z.string().min(1).max(500), z.int().nonnegative().transform(String)]);

export const feedEntry = z.discriminatedUnion('kind', [
	notDone<FeedKind>(feedsNotDone, `has no feed; supported: ${feedKinds.join(', ')}`),
	...feedKinds.map((kind) =>
		vendorEntry(kind, Object.fromEntries(feeds[kind].credentials.map((name) => [name, credential]))),
	),
]);
