import type { Branding } from '../../../contract/branding.ts';
import type { chargebackCalls } from '../../../contract/offerwalls/chargebacks.ts';
import { RECALL_TASK } from '../../accounts/memory/account-memory.ts';
import type { ActionDeps } from '../../accounts/with-audit.ts';
import { compactBuckets } from '../../ledger/compact-buckets.ts';
import type { Feature } from '../../lib/feature.ts';
import { closedBefore } from '../../lib/local-day.ts';
import { adminForgiveChargebacks, listLossAlerts, reviewPauses } from './chargebacks/chargeback.ts';
import { type RecallDeps, recallAccount } from './chargebacks/pass-on-chargebacks.ts';
import { eraseOffers } from './erase-user.ts';
import { exportChargebacks, exportOffers, exportStandings, exportWaitingReversals } from './export-user.ts';
import { type ReleaseDeps, releaseHeldCredits } from './release-held-credits.ts';

export const booking = {
	calls: { adminForgiveChargebacks },
	jobs: [
		{
			name: 'compact-earnings-buckets',
			at: '2,17,32,47 * * * *',
			run: ({ owner, clock }) => compactBuckets(owner, 'earnings_buckets', closedBefore(clock.now())),
		},
		{ name: 'release-held-credits', at: '* * * * *', isQuiet: true, run: releaseHeldCredits },
		{ name: 'review-pauses', at: '*/10 * * * *', run: reviewPauses },
		{ name: RECALL_TASK, run: recallAccount },
	],
	alerts: listLossAlerts,
	erase: eraseOffers,
	exports: {
		offers: exportOffers,
		chargebacks: exportChargebacks,
		partner_standings: exportStandings,
		waiting_reversals: exportWaitingReversals,
	},
} satisfies Feature<typeof chargebackCalls, ActionDeps & ReleaseDeps & RecallDeps & { words: Branding }>;
