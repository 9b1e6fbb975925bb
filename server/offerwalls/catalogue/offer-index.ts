import type { OfferCategory, OfferDevice, OfferOrder } from '../../../contract/offerwalls/offer-filters.ts';
import type { Wall } from '../walls/wall.ts';
import { type CatalogueOffer, rankOffer, recommendedTo, sharesOf } from './catalogue-offer.ts';
import { mixKinds, placeAfterMixed, type Ranked } from './mix-kinds.ts';

export type Wanted = {
	order: OfferOrder;
	isNewcomer?: boolean;
	category: OfferCategory | undefined;
	device: OfferDevice | undefined;
	words: readonly string[];
	after: Place | undefined;
	count: number;
};

type Place = { rank: number; id: string };

export type Prices = { offerOf(offer: CatalogueOffer): CatalogueOffer; percentOf(wall: Wall): number };

export type OfferIndex = ReturnType<typeof indexOffers>;

export type Audience = { name: string; country: string | undefined; isOpen(offer: CatalogueOffer): boolean };

const LISTS_MAX = 256;

/** Lists are cached, because scanning ten thousand offers takes a millisecond. */
export function indexOffers(catalogue: readonly CatalogueOffer[], { offerOf, percentOf }: Prices) {
	const shares = sharesOf(catalogue);
	const all = catalogue.map((one) => ({ ...offerOf(one) }));
	for (const offer of all) {
		offer.rank = rankOffer(offer, { share: shares.get(offer.category) ?? 0, percent: percentOf(offer.wall) });
	}
	findRivals(all);
	const byWall = Map.groupBy(all, ({ wall }) => wall);
	const byId = new Map(all.map((offer) => [offer.id, offer]));

	const lists = new Map<string, Ranked[]>();
	function listFor({ name, country, isOpen }: Audience, wanted: Wanted): Ranked[] {
		const { order, category, device, isNewcomer = false } = wanted;
		const key = `${name} ${order} ${category} ${device} ${isNewcomer}`;
		return remember(lists, key, LISTS_MAX, () => {
			const isTheirs = (offer: CatalogueOffer) =>
				(device === undefined || offer.devices.includes(device)) && isOpen(offer);
			const isListed = (offer: CatalogueOffer) => category === undefined || offer.category === category;
			const sorted = all
				.filter((offer) => isListed(offer) && isTheirs(offer) && !offer.rivals.some(isTheirs))
				.map((offer) => ({
					offer,
					rank: order === 'recommended' ? recommendedTo({ country, device, isNewcomer }, offer) : offer.rank[order],
					id: offer.id,
				}))
				.sort(compare);
			return order === 'recommended' ? mixKinds(sorted) : sorted;
		});
	}

	return {
		of: (wall: Wall) => byWall.get(wall) ?? [],
		find: (id: string) => byId.get(id),
		/** Returns each offer once, even if several walls have it. */
		list(to: Audience, wanted: Wanted) {
			const { words, after, count } = wanted;
			const offers = listFor(to, wanted);
			const found: Ranked[] = [];
			for (let place = after ? firstAfter(offers, after) : 0; place < offers.length; place += 1) {
				const ranked = offers[place] as Ranked;
				if (words.every((word) => ranked.offer.haystack.includes(word))) found.push(ranked);
				if (found.length === count) break;
			}
			return found;
		},
	};
}

export function remember<Value>(made: Map<string, Value>, key: string, max: number, make: () => Value): Value {
	const before = made.get(key);
	if (before !== undefined) return before;
	const value = make();
	const [oldest] = made.keys();
	if (made.size >= max && oldest !== undefined) made.delete(oldest);
	made.set(key, value);
	return value;
}

function compare({ rank, id }: Place, place: Place): number {
	return place.rank - rank || (id < place.id ? -1 : id > place.id ? 1 : 0);
}

function firstAfter(offers: readonly Ranked[], place: Place): number {
	const afterMixed = placeAfterMixed(offers, place);
	if (afterMixed) return afterMixed;
	let low = 0;
	let high = offers.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (compare(offers[middle] as Place, place) <= 0) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Offers compared per mark, to limit the work if many share one. */
const BEST_OF_MARK = 24;

/** Finds all better offers with the same mark, because some may be closed to a visitor. */
function findRivals(offers: readonly CatalogueOffer[]): void {
	const byMark = new Map<string, CatalogueOffer[]>();
	for (const offer of offers) {
		offer.rivals = [];
		for (const mark of offer.marks) byMark.set(mark, [...(byMark.get(mark) ?? []).slice(0, BEST_OF_MARK), offer]);
	}
	for (const same of byMark.values()) {
		if (same.length < 2) continue;
		same.sort(compareValue);
		same.forEach((offer, place) => {
			const better = same.slice(0, place).filter(({ wall }) => wall !== offer.wall);
			if (better.length > 0) offer.rivals = [...new Set([...offer.rivals, ...better])];
		});
	}
}

function compareValue(a: CatalogueOffer, b: CatalogueOffer): number {
	return b.rank.recommended - a.rank.recommended || b.reward - a.reward || (a.id < b.id ? -1 : 1);
}
