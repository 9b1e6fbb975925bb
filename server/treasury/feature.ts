import type { treasuryCalls } from '../../contract/treasury.ts';
import type { ActionDeps } from '../accounts/with-audit.ts';
import type { Feature } from '../lib/feature.ts';
import { coverGauge, watchCover } from './cover.ts';
import { adminGetBalances, adminGetHeldCredits } from './get-balances.ts';
import { adminGetTransfers } from './get-transfers.ts';
import { adminGetTreasury, type TreasuryDeps } from './get-treasury.ts';
import { adminEnterWallPayment, adminGetWallPayments } from './wall-payments.ts';

export const treasury = {
	calls: {
		adminGetTreasury,
		adminGetTransfers,
		adminGetBalances,
		adminGetHeldCredits,
		adminGetWallPayments,
		adminEnterWallPayment,
	},
	alerts: watchCover,
	gauges: [coverGauge],
} satisfies Feature<typeof treasuryCalls, TreasuryDeps & ActionDeps>;
