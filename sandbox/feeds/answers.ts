import type { FeedOffer } from './offers.ts';

/** R$ per USD. */
export const RATE = 80;

const lootablyCategories = {
	game: 'mobilegame',
	survey: 'survey',
	app: 'app',
	quiz: 'quiz',
	shop: 'shopping',
} as const;
const lootablyDevices = { android: ['android'], ios: ['iphone', 'ipad'], desktop: ['windows', 'macos'] } as const;
const adgateCategories = { game: 'Games', survey: 'Surveys', app: 'CPI', quiz: 'Quiz', shop: 'Cash Back' } as const;
const adgateSystems = { android: ['Android'], ios: ['iOS'], desktop: ['Windows', 'Mac OS'] } as const;

/** Response of `POST /api/v2/offers/get`. Source: the vendor's lootably-offers-api-types. */
export function lootablyAnswer(offers: readonly FeedOffer[], origin: string): unknown {
	return { success: true, data: { requestID: 'sandbox', offers: offers.map((offer) => toLootably(offer, origin)) } };
}

function toLootably(offer: FeedOffer, origin: string): unknown {
	const goals = offer.goals.map(({ id, title, reward }) => ({
		goalID: id,
		description: title,
		revenue: reward / RATE,
		currencyReward: reward,
	}));
	const [only] = goals;
	const isOne = goals.length === 1;
	return {
		type: isOne ? 'singlestep' : 'multistep',
		offerID: offer.id,
		name: offer.name,
		description: `${offer.text} ${offer.requirements}`,
		image: pictureOf(offer, origin),
		countries: offer.countries,
		categories: [lootablyCategories[offer.kind]],
		devices: offer.devices.length === 3 ? ['*'] : offer.devices.flatMap((device) => lootablyDevices[device]),
		link: `${origin}/wall/offer?offer=${offer.id}&user={userID}`,
		conversionRate: 0.2,
		extraCreatives: [],
		...(offer.store ? { bundlePackageID: offer.store } : {}),
		...(isOne
			? { revenue: only?.revenue, currencyReward: only?.currencyReward, multipleConversionsAllowed: false }
			: { goals }),
	};
}

/** Response of `GET /v3/offers`. Source: docs.prodegeads.com/publisher-apis/offers-api and integrations. */
export function adgateAnswer(offers: readonly FeedOffer[], origin: string): unknown {
	return { status: 'success', data: offers.map((offer) => toAdgate(offer, origin)) };
}

function toAdgate(offer: FeedOffer, origin: string): unknown {
	return {
		id: Number(offer.id),
		name: offer.name,
		anchor: offer.name,
		description: offer.text,
		requirements: offer.requirements,
		things_to_know: '',
		pending_time: 0,
		session_hours: offer.kind === 'game' || offer.kind === 'app' ? 720 : null,
		device_targeting: {
			operating_systems: offer.devices.flatMap((device) => adgateSystems[device]).map((name) => ({ name })),
		},
		geo_targeting: { countries: offer.countries.map((country_code) => ({ country_code })) },
		creatives: { icon: pictureOf(offer, origin) },
		epc: 0.1,
		categories: [adgateCategories[offer.kind]],
		events: offer.goals.map(({ id, title, reward }) => ({
			id: Number(id),
			name: title,
			payout: reward / RATE,
			points: reward,
		})),
		click_url: `${origin}/wall/offer?offer=${offer.id}`,
		support_url: `${origin}/wall`,
		preview_url: offer.store ? `https://play.example/store/apps/details?id=${offer.store}` : '',
	};
}

function pictureOf({ id }: FeedOffer, origin: string): string {
	return `${origin}/pictures/offers/${Number(id.replace(/\D/g, '')) * 131}.png`;
}
