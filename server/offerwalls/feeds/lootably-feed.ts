import type { FeedContract } from './feed.ts';

/**
 * Lootably's offers for everybody. What pays a reward that is only known afterwards (`variable`) is left out.
 * [A] the vendor's lootably-offers-api-types: address, fields, categories, devices. [B] the macro `{userID}` in links. How often
 * it may be asked was not found: the quarter of an hour of its neighbours.
 */
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
	categories: [
		['survey', 'survey'],
		['quiz', 'quiz'],
		['mobilegame', 'game'],
		['desktopgame', 'game'],
		['game', 'game'],
		['shopping', 'shop'],
		['creditcard', 'shop'],
		['deposit', 'shop'],
		['app', 'app'],
		['chromeextension', 'app'],
	],
	link: { user: { macro: '{userID}' } },
};
