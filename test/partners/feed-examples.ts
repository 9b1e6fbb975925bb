import examples from './feed-examples.json' with { type: 'json' };

/** Vendor responses for tests; sources as in the contracts. */

type More = Record<string, unknown>;

export function lootablyOffer(offerID: string, more: More = {}) {
	const image = `https://pictures.example/${offerID}.png`;
	const link = `https://track.example/o/${offerID}?u={userID}`;
	return { ...examples.lootably, offerID, name: `Offer ${offerID}`, image, link, ...more };
}

export function lootablyGame(id: string, rewards: readonly number[], more: More = {}) {
	const { revenue: _, currencyReward: __, ...offer } = lootablyOffer(id, { categories: ['mobilegame', 'game'] });
	const goals = rewards.map((currencyReward, index) => ({
		...{ goalID: `${id}-${index + 1}`, description: `Reach level ${(index + 1) * 10}` },
		...{ revenue: currencyReward / 80, currencyReward },
	}));
	return { ...offer, type: 'multistep', devices: ['android', 'iphone'], goals, ...more };
}

export const lootablyAnswer = (offers: readonly unknown[]) => ({
	success: true,
	data: { requestID: 'request-1', offers },
});

export function adgateOffer(id: number, more: More = {}) {
	return {
		...{ ...examples.adgate, id, name: `internal name ${id}`, anchor: `Offer ${id}` },
		creatives: { icon: `https://pictures.example/${id}.png` },
		events: [{ id: id * 10, name: 'Completed', payout: 1.5 }],
		click_url: `https://wall.example/vc/offers/${id}?source=api`,
		preview_url: `https://play.example/store/apps/details?id=com.example.app${id}`,
		...more,
	};
}

export const adgateAnswer = (data: readonly unknown[]) => ({ status: 'success', data });
export const adgemOffer = (campaign_id: number, more: More = {}) => ({ ...examples.adgem, campaign_id, ...more });
export const adgemAnswer = (offers: readonly unknown[]) => ({ status: 'success', data: { offers }, links: {} });
