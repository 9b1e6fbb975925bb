import type { FeedContract } from './feed.ts';

/**
 * May be requested every ten minutes at most, and never for each visitor. Omits surveys of the router. Documented at
 * docs.prodegeads.com/publisher-apis/offers-api. Seen in several integrations: fields; in one: `s1` is the user.
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
		steps: { list: 'events', id: 'id', title: 'name', payout: 'payout', reward: 'points' },
	},
	devices: {
		android: ['android'],
		ios: ['ios'],
		windows: ['desktop'],
		'mac os': ['desktop'],
		linux: ['desktop'],
	},
	categories: [
		['surveys', 'survey'],
		['quiz', 'quiz'],
		['games', 'game'],
		['cpe', 'game'],
		['cash back', 'shop'],
		['credit card required', 'shop'],
		['mobile subscription', 'shop'],
		['android', 'app'],
		['iphone', 'app'],
		['ipad', 'app'],
		['cpi', 'app'],
		['downloads', 'app'],
	],
	link: { user: { parameter: 's1' }, click: { parameter: 's2' } },
};
