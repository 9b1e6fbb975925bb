import { type Answers, UID } from './fake-server.ts';

export const user = {
	uid: UID,
	profile: { roblox_username: 'builder', platform_user_id: 7 },
	wallet: { robux: 1 },
} satisfies Answers['adminGetUser'];

export const offerwall = {
	...{ id: 'wall', partner: 'kiwiwall', partnerName: 'KiwiWall', name: 'Wall', enabled: true, minAge: 13, rate: 90 },
	rates: [{ id: 1, country: 'NL', rate: 80, from: 1 }],
	boosts: [{ id: 1, percent: 10, from: 1, until: 2 }],
};

export const partner = {
	...{ id: 'kiwiwall', name: 'KiwiWall', certainty: 'integrations' as const, uncertain: 'status 2 means reversal' },
	...{ known_ips: ['34.193.235.172'], tells_payout: true, address_needs: ['appId'] },
};

export const rateEffect = {
	periods: [{ days: 7, paid_usd: 1, credited: 90, extra: 18, extra_usd: 0.09 }],
	margin: 0.456,
	margin_floor: 0.2,
} satisfies Answers['adminGetRateEffect'];

export const treasury = {
	...{ spendable: 1_200, held_back: 300, on_its_way: 50, below_zero: 12.5, cost_usd: 6.98, days_of_cover: 12.3 },
	vendor: [{ name: 'rbxcrate', is_current: true, balance_usd: 250 }],
	receivable: [
		{
			...{ wall_id: 'wall', wall_name: 'Wall', month: '2026-01', from: 1_767_225_600_000, until: 1_769_904_000_000 },
			...{ owed_usd: 100, invoiced_usd: 90, paid_usd: 40, age: 'over-90' },
		},
	],
} satisfies Answers['adminGetTreasury'];

export const reconciliation = {
	walls: [{ wall_id: 'wall', wall_name: 'Wall', source: 'csv', zone: 'America/New_York', told_from: 1, told_until: 2 }],
	items: [
		{
			...{ wall_id: 'wall', day: '2026-01-04', starts: 1, ends: 2, ours_usd: 10, theirs_usd: 12.5, state: 'open' },
			told: [{ at: 1, usd: 12.5 }],
			callbacks: [{ outcome: 'booked', count: 4 }],
		},
	],
} satisfies Answers['adminGetReconciliation'];

export const screeningRules = {
	rules: [
		{ rule: 'amount', is_on: true, threshold: 1000 },
		{ rule: 'first-payout', is_on: false },
	],
	effect: { held: 4, held_amount: 5000 },
} satisfies Answers['adminGetScreeningRules'];
