import type { FeedContract } from './feed.ts';

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
		steps: { list: 'goals', id: 'id', title: 'name', payout: 'payout_usd', reward: 'amount' },
	},
	devices: { android: ['android'], ios: ['ios'], web: ['desktop'] },
	categories: [
		['survey', 'survey'],
		['app', 'app'],
		['paid', 'shop'],
	],
	link: { user: { macro: '{playerid}' }, click: { parameter: 'c1' } },
};
