import { MINUTE_MS } from '../../contract/durations.ts';
import type { homeCalls } from '../../contract/site/home.ts';
import type { startCalls } from '../../contract/site/start.ts';
import type { PublicStatus, statusCalls } from '../../contract/site/status.ts';
import type { DbDeps } from '../lib/db/database.ts';
import type { Feature } from '../lib/feature.ts';
import { countOffers, getPublicStats, type PublicStatsDeps } from './get-public-stats.ts';
import { getStart, type StartDeps } from './start/get-start.ts';

type Deps = PublicStatsDeps & StartDeps & DbDeps & { readPublicStatus: () => Promise<PublicStatus> };

export const home = {
	calls: { getPublicStats, getPublicStatus: ({ readPublicStatus }) => readPublicStatus(), getStart },
	limits: { getStart: [{ by: 'user', max: 120, windowMs: MINUTE_MS }] },
	jobs: [{ name: 'count-offers', at: '* * * * *', isLong: true, isQuiet: true, run: countOffers }],
} satisfies Feature<typeof homeCalls & typeof statusCalls & typeof startCalls, Deps>;
