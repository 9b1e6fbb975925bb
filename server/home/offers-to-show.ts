import { AGE_MIN_YEARS } from '../../contract/limits.ts';
import { robuxToWire } from '../../contract/money.ts';
import type { PublicStats } from '../../contract/site/home.ts';
import type { IsServed } from '../accounts/sign-in/served-country.ts';
import type { FindCountry } from '../lib/network-table.ts';
import type { Catalogue } from '../offerwalls/catalogue/catalogue.ts';

export type OffersToShowDeps = { catalogue: Catalogue; findCountry: FindCountry; isServed: IsServed };

const OFFERS_MAX = 6;
/** With fewer offers, the site would look empty, so none is shown. */
const OFFERS_MIN = 3;

/** Returns offers open to visitors of the minimum age, without details of partners. */
export function offersToShow(deps: OffersToShowDeps, ip: string): PublicStats['offers'] {
	const { catalogue, findCountry, isServed } = deps;
	const visitor = { age: AGE_MIN_YEARS, country: findCountry(ip), isServed: isServed(ip) };
	const all = { category: undefined, device: undefined, words: [], after: undefined };
	const offers = catalogue.list(visitor, { ...all, order: 'recommended', count: OFFERS_MAX });
	if (offers.length < OFFERS_MIN) return [];
	return offers.map(({ title, reward, category, picture }) => ({
		title,
		reward: robuxToWire(reward),
		category,
		picture: picture ?? null,
	}));
}
