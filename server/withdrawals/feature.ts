import type { withdrawalCalls } from '../../contract/withdrawals/withdrawals.ts';
import type { Feature } from '../lib/feature.ts';
import { eraseWithdrawals } from './erase-user.ts';
import { exportPayoutEvents, exportScreenings, exportSettlements, exportWithdrawals } from './export-user.ts';
import { withdrawalGauges } from './gauges.ts';
import { getWithdrawal, getWithdrawHistory, listWithdrawalChanges } from './history/get-withdraw-history.ts';
import { getStock, getWithdrawLimits, type LimitsDeps } from './request/get-withdraw-limits.ts';
import { checkPass, processWithdrawal } from './request/process-withdrawal.ts';
import type { ProcessWithdrawalDeps } from './request/submit-payout.ts';
import { callbackRoutes, type VendorWebhookDeps } from './vendors/vendor-webhook.ts';

export const withdrawals = {
	calls: { processWithdrawal, checkPass, getWithdrawal, getWithdrawHistory, getStock, getWithdrawLimits },
	routes: callbackRoutes,
	liveSources: [{ name: 'withdrawal', listChangesSince: listWithdrawalChanges }],
	gauges: withdrawalGauges,
	erase: eraseWithdrawals,
	exports: {
		withdrawals: exportWithdrawals,
		payout_events: exportPayoutEvents,
		payout_settlements: exportSettlements,
		screenings: exportScreenings,
	},
} satisfies Feature<typeof withdrawalCalls, ProcessWithdrawalDeps & LimitsDeps & VendorWebhookDeps>;
