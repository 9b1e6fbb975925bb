/** For tests: what the pages of offerwalls read. */
const wallSettings = { enabled: true, minAge: 13, holdHours: 0 };

export const offerwall = {
	...{ ...wallSettings, id: 'wall', partner: 'kiwiwall', partnerName: 'KiwiWall', name: 'Wall', inFile: wallSettings },
	...{ source: 'file', version: null, entry: null },
	...{ keys: { secret: true, pathKey: false, allowedIps: 0 }, strength: 'full', hasAddress: true, findings: [] },
	...{ callbackUrl: 'http://x', callbacks: { total: 0, byOutcome: [], lastAt: null } },
	rate: 90,
	feed: null,
	rates: [{ id: 1, country: 'NL', rate: 80, from: 1, until: null }],
	boosts: [{ id: 1, percent: 10, from: 1, until: 2 }],
};

export const partner = {
	...{ id: 'kiwiwall', name: 'KiwiWall', certainty: 'integrations', uncertain: 'that status 2 takes back' },
	...{ strength: 'part', known_ips: ['34.193.235.172'], tells_payout: true, address_needs: ['appId'], feeds: [] },
};

export const rateEffect = {
	periods: [
		{ days: 7, paid_usd: 1, credited: 90, extra: 18, extra_usd: 0.09 },
		{ days: 90, paid_usd: 30, credited: 2_700, extra: 540, extra_usd: null },
	],
	margin: 0.456,
	margin_floor: 0.2,
};
