import type { Feature } from '../lib/feature.ts';
import { eraseOffers } from './erase-user.ts';
import { exportChargebacks, exportOffers, exportWaitingReversals } from './export-user.ts';

export const offerwalls = {
	erase: (tx, { uid }) => eraseOffers(tx, uid),
	exports: {
		offers: exportOffers,
		chargebacks: exportChargebacks,
		waiting_reversals: exportWaitingReversals,
	},
} satisfies Feature<Record<never, never>, unknown>;
