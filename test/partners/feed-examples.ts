/** Vendor responses for tests; sources as in the contracts. */

export function lootablyOffer(id: string, more: Record<string, unknown> = {}) {
	return {
		type: 'singlestep',
		offerID: id,
		name: `Offer ${id}`,
		description: 'Answer <b>twelve</b> questions &amp; more.',
		image: `https://pictures.example/${id}.png`,
		countries: [],
		categories: ['survey'],
		devices: ['*'],
		link: `https://track.example/o/${id}?u={userID}`,
		conversionRate: 0.3,
		extraCreatives: [],
		revenue: 1.2,
		currencyReward: 100.5,
		multipleConversionsAllowed: false,
		...more,
	};
}

export function lootablyGame(id: string, rewards: readonly number[], more: Record<string, unknown> = {}) {
	const { revenue: _, currencyReward: __, ...offer } = lootablyOffer(id, { categories: ['mobilegame', 'game'] });
	const goals = rewards.map((currencyReward, index) => ({
		goalID: `${id}-${index + 1}`,
		description: `Reach level ${(index + 1) * 10}`,
		revenue: currencyReward / 80,
		currencyReward,
	}));
	return { ...offer, type: 'multistep', devices: ['android', 'iphone'], goals, ...more };
}

export const lootablyAnswer = (offers: readonly unknown[]) => ({
	success: true,
	data: { requestID: 'request-1', offers },
});

export function adgateOffer(id: number, more: Record<string, unknown> = {}) {
	return {
		id,
		name: `internal name ${id}`,
		anchor: `Offer ${id}`,
		description: 'Open an account.',
		requirements: 'New users only.',
		things_to_know: 'Takes a day.',
		pending_time: 0,
		device_targeting: { operating_systems: [{ name: 'Android' }, { name: 'iOS' }] },
		geo_targeting: { countries: [{ country_code: 'NL' }, { country_code: 'DE' }] },
		creatives: { icon: `https://pictures.example/${id}.png` },
		epc: 0.21,
		categories: ['Free', 'CPA'],
		events: [{ id: id * 10, name: 'Completed', payout: 1.5 }],
		click_url: `https://wall.example/vc/offers/${id}?source=api`,
		support_url: 'https://wall.example/contact',
		preview_url: `https://play.example/store/apps/details?id=com.example.app${id}`,
		...more,
	};
}

export function adgemOffer(campaign_id: number, more: Record<string, unknown> = {}) {
	return {
		id: '1234567894561234567',
		campaign_id,
		name: 'Offer Name',
		store_id: 'com.adgem.app',
		tracking_type: 'CPI',
		total_payout_usd: 1,
		total_amount: 5,
		is_multi_reward: false,
		creatives: {
			name: 'Offer Name',
			icon_url: 'https://adgem.com/images/offerwall/offerwall_icon.png',
			description: 'Offer Description',
			short_description: 'Offer Short Description',
			instructions: ['Offer Instruction 1', 'Offer Instruction 2'],
			disclaimer: 'Offer Disclaimer',
			categories: ['app'],
			basic_requirements: [{ description: 'Must be a new user.', order: 1 }],
		},
		goals: [
			{
				id: '118093008515239936',
				name: 'Level 1',
				description: 'Complete Level 1',
				amount: 1,
				payout_usd: 1,
				order: 1,
			},
		],
		links: { click_url: 'https://api.adgem.com/v1/click?all=1&appid=1&cid=100&playerid={playerid}' },
		geo_targeting: { countries: [{ name: 'United States', iso_alpha2: 'US', iso_alpha3: 'USA' }] },
		device_targeting: ['iphone', 'ipad'],
		os_targeting: [{ name: 'android', min: '4.0', max: '10.0' }],
		...more,
	};
}

export const adgemAnswer = (offers: readonly unknown[]) => ({ status: 'success', data: { offers }, links: {} });

export const adgateAnswer = (data: readonly unknown[]) => ({ status: 'success', data });
