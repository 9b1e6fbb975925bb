import type { payoutControlCalls } from '../../../contract/withdrawals/payout-controls.ts';
import type { Feature } from '../../lib/feature.ts';
import { type CompareDeps, compareWithVendors } from './compare-with-vendors.ts';
import type { GetVendorFunds } from './get-vendor-funds.ts';
import { getPayoutAlerts, listPayoutAlerts, type PayoutAlertsDeps } from './payout-alerts.ts';
import { changePayoutSettings, getPayoutSettings } from './payout-settings.ts';

export const payoutSafety = {
	calls: {
		adminGetPayoutSettings: getPayoutSettings,
		adminChangePayoutSettings: changePayoutSettings,
		adminGetPayoutAlerts: getPayoutAlerts,
		adminGetVendorFunds: ({ getVendorFunds }) => getVendorFunds(),
	},
	jobs: [{ name: 'compare-with-vendors', at: '41 4 * * *', run: compareWithVendors }],
	alerts: listPayoutAlerts,
} satisfies Feature<
	typeof payoutControlCalls,
	CompareDeps & PayoutAlertsDeps & { getVendorFunds: GetVendorFunds; wakePayouts: () => void }
>;
