import type { Feature } from '../lib/feature.ts';
import { exportTransfers, exportWallet } from './export-user.ts';

export const ledger = {
	exports: { wallet: exportWallet, ledger: exportTransfers },
} satisfies Feature<Record<never, never>, unknown>;
