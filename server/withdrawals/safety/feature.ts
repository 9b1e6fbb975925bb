import type { payoutControlCalls } from '../../../contract/admin/payouts/payout-controls.ts';
import type { Feature } from '../../lib/feature.ts';
import { type CompareDeps, compareWithVendors } from './compare-with-vendors.ts';
import type { GetVendorFunds } from './get-vendor-funds.ts';
import { changePayoutSettings, getPayoutSettings } from './payout-settings.ts';
import { getPayoutAlerts } from './watch-payouts.ts';

export const payoutSafety = {
	calls: {
		adminGetPayoutSettings: getPayoutSettings,
		adminChangePayoutSettings: changePayoutSettings,
		adminGetPayoutAlerts: getPayoutAlerts,
		adminGetVendorFunds: ({ getVendorFunds }) => getVendorFunds(),
	},
	jobs: [{ name: 'compare-with-vendors', at: '41 4 * * *', run: compareWithVendors }],
} satisfies Feature<
	typeof payoutControlCalls,
	CompareDeps & { getVendorFunds: GetVendorFunds; wakePayouts: () => void }
>;
