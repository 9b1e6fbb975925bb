import type { CallHandlers } from '../lib/http/calls.ts';
import { createGetPublicStats, type PublicStatsDeps } from './get-public-stats.ts';
import { type OffersToShowDeps, offersToShow } from './offers-to-show.ts';

export function homeCalls(deps: PublicStatsDeps & OffersToShowDeps) {
	const readFigures = createGetPublicStats(deps);
	return {
		getPublicStats: async (_input, { ip }) => ({ ...(await readFigures()), offers: offersToShow(deps, ip) }),
	} satisfies Partial<CallHandlers>;
}
