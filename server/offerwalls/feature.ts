import type { Clock } from '../lib/clock.ts';
import type { Feature } from '../lib/feature.ts';
import { eraseOffers } from './erase-user.ts';
import { exportChargebacks, exportClaims, exportOffers, exportWaitingReversals } from './export-user.ts';
import type { OfferHistoryDeps } from './history/get-offer-history.ts';
import { listOfferChanges } from './history/list-offer-changes.ts';

export const offerwalls = {
	liveSources: [{ name: 'offer', listChangesSince: listOfferChanges }],
	erase: (tx, { uid }) => eraseOffers(tx, uid),
	exports: {
		offers: exportOffers,
		claims: exportClaims,
		chargebacks: exportChargebacks,
		waiting_reversals: exportWaitingReversals,
	},
} satisfies Feature<Record<never, never>, OfferHistoryDeps & { clock: Clock }>;
