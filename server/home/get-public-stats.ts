import { robuxToWire } from '../../contract/money.ts';
import type { PublicStats } from '../../contract/site/home.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import { memoize } from '../lib/jobs/memoize.ts';
import { selectWindDown } from '../wind-down/store-wind-down.ts';
import { dayOf, inPublic } from './public-stats.ts';
import { countOffersOf, selectNewestPayouts, sumPaidOut } from './store.ts';

export type PublicStatsDeps = { db: Database; clock: Clock };

/** What the books say: the same for everybody. */
export type Figures = Omit<PublicStats, 'offers'>;

const KEPT_MS = 15_000;
const PAYOUTS_SHOWN = 5;

/** Kept for seconds and shared: however many look, the database is asked once. A failure is not kept. */
export function createGetPublicStats({ db, clock }: PublicStatsDeps): () => Promise<Figures> {
	return memoize(clock, KEPT_MS, async () => {
		const [paidOut, offersToday, payouts, windDown] = await Promise.all([
			sumPaidOut(db),
			countOffersOf(db, dayOf(clock.now())),
			selectNewestPayouts(db, PAYOUTS_SHOWN),
			selectWindDown(db),
		]);
		const figures = { paidOut: robuxToWire(paidOut), offersToday, recentPayouts: payouts.map(inPublic) };
		return { ...figures, ...(windDown && { ends_at: windDown.endsAt.getTime() }) };
	});
}
