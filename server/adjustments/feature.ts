import type { Feature } from '../lib/feature.ts';
import { eraseProposals } from './erase-user.ts';
import { exportAdjustments } from './export-user.ts';

export const adjustments = {
	erase: eraseProposals,
	exports: { adjustments: exportAdjustments },
} satisfies Feature<Record<never, never>, unknown>;
