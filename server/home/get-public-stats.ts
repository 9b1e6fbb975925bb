import { robuxToWire } from '../../contract/money.ts';
import type { PublicStats } from '../../contract/site/home.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import type { Caller } from '../lib/feature.ts';
import { memoize } from '../lib/jobs/memoize.ts';
import { type OffersToShowDeps, offersToShow } from './offers-to-show.ts';
import { dayOf, inPublic } from './public-stats.ts';
import { countOffersOf, selectNewestPayouts, sumPaidOut } from './store.ts';

export type PublicFigures = Omit<PublicStats, 'offers'>;

export type PublicStatsDeps = OffersToShowDeps & { readPublicFigures: () => Promise<PublicFigures> };

const CACHE_MS = 15_000;
const PAYOUTS_SHOWN = 5;

export async function getPublicStats(
	deps: PublicStatsDeps,
	_input: unknown,
	{ ip }: Pick<Caller, 'ip'>,
): Promise<PublicStats> {
	return { ...(await deps.readPublicFigures()), offers: offersToShow(deps, ip) };
}

export function createReadPublicFigures({ db, clock }: { db: Database; clock: Clock }): () => Promise<PublicFigures> {
	return memoize(clock, CACHE_MS, async () => {
		const [paidOut, offersToday, payouts] = await Promise.all([
			sumPaidOut(db),
			countOffersOf(db, dayOf(clock.now())),
			selectNewestPayouts(db, PAYOUTS_SHOWN),
		]);
		return { paidOut: robuxToWire(paidOut), offersToday, recentPayouts: payouts.map(inPublic) };
	});
}
