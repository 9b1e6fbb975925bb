import type { CallHandlers } from '../lib/http/calls.ts';
import { createGetPublicStats, type PublicStatsDeps } from './get-public-stats.ts';

export function homeCalls(deps: PublicStatsDeps) {
	return { getPublicStats: createGetPublicStats(deps) } satisfies Partial<CallHandlers>;
}
