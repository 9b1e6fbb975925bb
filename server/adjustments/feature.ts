import type { adjustmentCalls } from '../../contract/accounts/adjustments.ts';
import type { Feature } from '../lib/feature.ts';
import {
	type AdjustDeps,
	adminAdjustBalance,
	adminDecideAdjustment,
	adminGetAdjustments,
	type DecideDeps,
} from './adjustment.ts';
import { exportAdjustments } from './export-user.ts';

export const adjustments = {
	calls: { adminAdjustBalance, adminDecideAdjustment, adminGetAdjustments },
	exports: { adjustments: exportAdjustments },
} satisfies Feature<typeof adjustmentCalls, AdjustDeps & DecideDeps>;
