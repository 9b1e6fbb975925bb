import { DAY_MS, MINUTE_MS } from '../../contract/durations.ts';
import { AGE_MIN_YEARS } from '../../contract/limits.ts';
import { robuxToWire } from '../../contract/money.ts';
import type { PublicStats } from '../../contract/site/home.ts';
import type { IsServed } from '../accounts/sign-in/served-country.ts';
import type { DbDeps } from '../lib/db/database.ts';
import type { Caller } from '../lib/feature.ts';
import { memoize } from '../lib/jobs/semaphores.ts';
import type { FindCountry } from '../lib/network-table.ts';
import type { Catalogue } from '../offerwalls/catalogue/catalogue.ts';
import { addOffers, countOffersOf, type Payout, selectNewestPayouts, sumPaidOut } from './store.ts';

export const CACHE_MS = 15_000;

type PublicFigures = Omit<PublicStats, 'offers'>;

export type PublicStatsDeps = OffersToShowDeps & { readPublicFigures: () => Promise<PublicFigures> };

const PAYOUTS_SHOWN = 5;

export async function getPublicStats(
	deps: PublicStatsDeps,
	_input: unknown,
	{ ip }: Pick<Caller, 'ip'>,
): Promise<PublicStats> {
	return { ...(await deps.readPublicFigures()), offers: offersToShow(deps, ip) };
}

export function createReadPublicFigures({ db, clock }: DbDeps): () => Promise<PublicFigures> {
	return memoize(clock, CACHE_MS, async () => {
		const [paidOut, offersToday, payouts] = await Promise.all([
			sumPaidOut(db),
			countOffersOf(db, dayOf(clock.now())),
			selectNewestPayouts(db, PAYOUTS_SHOWN),
		]);
		return { paidOut: robuxToWire(paidOut), offersToday, recentPayouts: payouts.map(inPublic) };
	});
}

type OffersToShowDeps = { catalogue: Catalogue; findCountry: FindCountry; isServed: IsServed };

const OFFERS_MAX = 6;
const OFFERS_MIN = 3;

/** Returns offers open to visitors of the minimum age, without details of partners. */
export function offersToShow(deps: OffersToShowDeps, ip: string): PublicStats['offers'] {
	const { catalogue, findCountry, isServed } = deps;
	const visitor = { age: AGE_MIN_YEARS, country: findCountry(ip), isServed: isServed(ip) };
	const all = { category: undefined, device: undefined, words: [], after: undefined };
	const offers = catalogue.list(visitor, { ...all, order: 'recommended', count: OFFERS_MAX });
	if (offers.length < OFFERS_MIN) return [];
	return offers.map(({ offer: { title, reward, category, picture } }) => ({
		title,
		reward: robuxToWire(reward),
		category,
		picture: picture ?? null,
	}));
}

/** No credit waits longer for its commit. */
const LATE_WRITES_MS = 20_000;

export async function countOffers({ db, clock }: DbDeps): Promise<void> {
	const untilMs = clock.now() - LATE_WRITES_MS;
	await addOffers(db, dayOf(untilMs), untilMs);
}

const DOTS = '••••';

const dayOf = (ms: number): number => ms - (ms % DAY_MS);

/** Hides the length of the name and the exact time, so that users cannot be identified. */
function inPublic({ robloxUsername, amount, paidAt }: Payout): PublicStats['recentPayouts'][number] {
	const ms = paidAt.getTime();
	return { name: maskName(robloxUsername), amount: robuxToWire(amount), paid_at: ms - (ms % MINUTE_MS) };
}

/** `robin_42` -> `r••••` */
export const maskName = (name: string): string => ([...name][0] ?? '') + DOTS;
