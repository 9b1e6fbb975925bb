export type OfferKind = 'Survey' | 'Game' | 'App' | 'Learning' | 'Task';
export type Offer = { id: number; name: string; kind: OfferKind; minutes: number; reward: string; payout: string };

const FIRST_ID = 101;
/** R$ per USD. */
const RATE = 80;
const catalogue: readonly [name: string, kind: OfferKind, minutes: number, reward: string][] = [
	['Breakfast habits survey', 'Survey', 4, '12.50'],
	['Island farm: reach level 10', 'Game', 90, '240.00'],
	['Budget planner: first week', 'App', 35, '85.00'],
	['Typing course, lesson one', 'Learning', 15, '36.00'],
	['Rate five short videos', 'Task', 6, '8.25'],
	['Tile puzzle: clear 50 boards', 'Game', 60, '150.00'],
	['Commuting survey', 'Survey', 8, '22.75'],
	['Space trader: finish the first sector', 'Game', 180, '620.00'],
	['Sleep diary for three nights', 'App', 12, '48.00'],
	['Label thirty pictures', 'Task', 10, '18.40'],
	['Basics of first aid', 'Learning', 25, '64.00'],
	['Quick daily question', 'Survey', 1, '0.75'],
];

export const offers: readonly Offer[] = catalogue.map(([name, kind, minutes, reward], n) => {
	const payout = (Number(reward) / RATE).toFixed(4);
	return { id: FIRST_ID + n, name, kind, minutes, reward, payout };
});

export function findOffer(id: number): Offer | undefined {
	return offers.find((each) => each.id === id);
}
