import type { Database } from '../lib/db/database.ts';
import type { Feature } from '../lib/feature.ts';
import { eraseWithdrawals } from './erase-user.ts';
import { exportPayoutEvents, exportScreenings, exportSettlements, exportWithdrawals } from './export-user.ts';
import { listWithdrawalChanges } from './history/get-withdraw-history.ts';

export const withdrawals = {
	liveSources: [{ name: 'withdrawal', listChangesSince: listWithdrawalChanges }],
	erase: (tx, { uid }) => eraseWithdrawals(tx, uid),
	exports: {
		withdrawals: exportWithdrawals,
		payout_events: exportPayoutEvents,
		payout_settlements: exportSettlements,
		screenings: exportScreenings,
	},
} satisfies Feature<Record<never, never>, { db: Database }>;
