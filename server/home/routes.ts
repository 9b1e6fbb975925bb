import type { CallHandlers } from '../lib/http/calls.ts';
import { getWindDown } from '../wind-down/get-wind-down.ts';
import { createGetPublicStats, type PublicStatsDeps } from './get-public-stats.ts';
import { createGetPublicStatus, type PublicStatusDeps } from './get-public-status.ts';
import { type OffersToShowDeps, offersToShow } from './offers-to-show.ts';

export function homeCalls(deps: PublicStatsDeps & PublicStatusDeps & OffersToShowDeps) {
	const readFigures = createGetPublicStats(deps);
	return {
		async getPublicStats(_input, { ip }) {
			const figures = await readFigures();
			return { ...figures, offers: figures.ends_at === undefined ? offersToShow(deps, ip) : [] };
		},
		getPublicStatus: createGetPublicStatus(deps),
		getWindDown: () => getWindDown(deps),
	} satisfies Partial<CallHandlers>;
}
