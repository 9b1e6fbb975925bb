import type { Feature } from '../lib/feature.ts';
import { eraseWithdrawals } from './erase-user.ts';
import { exportPayoutEvents, exportScreenings, exportSettlements, exportWithdrawals } from './export-user.ts';

export const withdrawals = {
	erase: (tx, { uid }) => eraseWithdrawals(tx, uid),
	exports: {
		withdrawals: exportWithdrawals,
		payout_events: exportPayoutEvents,
		payout_settlements: exportSettlements,
		screenings: exportScreenings,
	},
} satisfies Feature<Record<never, never>, unknown>;
