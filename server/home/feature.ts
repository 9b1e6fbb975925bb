import type { homeCalls } from '../../contract/site/home.ts';
import type { PublicStatus, statusCalls } from '../../contract/site/status.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import type { Feature } from '../lib/feature.ts';
import { countOffers } from './count-offers.ts';
import { getPublicStats, type PublicStatsDeps } from './get-public-stats.ts';

type Deps = PublicStatsDeps & { db: Database; clock: Clock; readPublicStatus: () => Promise<PublicStatus> };

export const home = {
	calls: { getPublicStats, getPublicStatus: ({ readPublicStatus }) => readPublicStatus() },
	jobs: [{ name: 'count-offers', at: '* * * * *', isLong: true, isQuiet: true, run: countOffers }],
} satisfies Feature<typeof homeCalls & typeof statusCalls, Deps>;
