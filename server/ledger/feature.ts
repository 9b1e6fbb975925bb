import type { Clock } from '../lib/clock-and-log.ts';
import type { Feature } from '../lib/feature.ts';
import { closedBefore } from '../lib/local-day.ts';
import { compactBuckets, compactWalletTotals } from './compact-buckets.ts';
import { exportTransfers, exportWallet } from './export-user.ts';

export const ledger = {
	jobs: [
		{
			name: 'compact-account-buckets',
			at: '2,17,32,47 * * * *',
			run: ({ owner, clock }) => compactBuckets(owner, 'account_buckets', closedBefore(clock.now())),
		},
		{ name: 'compact-wallet-totals', at: '* * * * *', isQuiet: true, run: ({ owner }) => compactWalletTotals(owner) },
	],
	exports: { wallet: exportWallet, ledger: exportTransfers },
} satisfies Feature<Record<never, never>, { clock: Clock }>;
