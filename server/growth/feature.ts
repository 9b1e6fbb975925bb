import { HOUR_MS } from '../../contract/durations.ts';
import type { growthCalls } from '../../contract/growth.ts';
import type { Feature } from '../lib/feature.ts';
import { adminGetBountyEffect, adminSetBountyTerms, type TermsDeps } from './bounty-terms.ts';
import { eraseSource } from './erase-user.ts';
import { exportGrowth } from './export-user.ts';
import { adminGetPartnerCodes, adminSavePartnerCode } from './partner-codes.ts';
import { type BountyDeps, payBounties } from './pay-bounties.ts';
import { adminGetSources, adminSwitchSource, getInvite, noteSource, noteVisit } from './sources.ts';
import { forgetSources } from './store-sources.ts';

export const growth = {
	calls: {
		...{ getInvite, noteVisit, noteSource, adminSetBountyTerms, adminGetBountyEffect },
		...{ adminGetSources, adminSwitchSource, adminGetPartnerCodes, adminSavePartnerCode },
	},
	limits: {
		noteVisit: [{ by: 'visitor', max: 100, windowMs: HOUR_MS }],
		noteSource: [{ by: 'user', max: 10, windowMs: HOUR_MS }],
	},
	jobs: [
		{ name: 'pay-bounties', at: '* * * * *', isLong: true, isQuiet: true, run: payBounties },
		{ name: 'forget-sources', at: '41 3 * * *', run: forgetSources },
	],
	erase: eraseSource,
	exports: { growth: exportGrowth },
} satisfies Feature<typeof growthCalls, TermsDeps & BountyDeps & { publicUrl: string }>;
