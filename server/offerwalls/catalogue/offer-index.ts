import type { OfferCategory, OfferDevice, OfferOrder } from '../../../contract/offerwalls/offer-filters.ts';
import type { Wall } from '../walls/wall.ts';
import { type CatalogueOffer, rankOffer, recommendedTo, sharesOf } from './catalogue-offer.ts';
import { findRivals } from './find-rivals.ts';

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

	const lists = new Map<string, CatalogueOffer[]>();
	function listFor({ name, isOpen }: Audience, wanted: Wanted, rank: Rank): CatalogueOffer[] {
		const { order, category, device, isNewcomer = false } = wanted;
		const key = `${name} ${order} ${category} ${device} ${isNewcomer}`;
		return remember(lists, { key, max: LISTS_MAX }, () => {
			const isTheirs = (offer: CatalogueOffer) =>
				(device === undefined || offer.devices.includes(device)) && isOpen(offer);
			const isListed = (offer: CatalogueOffer) => category === undefined || offer.category === category;
			return all
				.filter((offer) => isListed(offer) && isTheirs(offer) && !offer.rivals.some(isTheirs))
				.map((offer) => ({ offer, rank: rank(offer), id: offer.id }))
				.sort(compare)
				.map(({ offer }) => offer);
		});
	}

	return {
		of: (wall: Wall) => byWall.get(wall) ?? [],
		find: (id: string) => byId.get(id),
		/** Returns each offer once, even if several walls have it. */
		list(to: Audience, wanted: Wanted) {
			const { words, after, count } = wanted;
			const rank = rankIn(wanted, to.country);
			const offers = listFor(to, wanted, rank);
			const found: { offer: CatalogueOffer; rank: number }[] = [];
			for (let place = after ? firstAfter(offers, rank, after) : 0; place < offers.length; place += 1) {
				const offer = offers[place] as CatalogueOffer;
				if (words.every((word) => offer.haystack.includes(word))) found.push({ offer, rank: rank(offer) });
				if (found.length === count) break;
			}
			return found;
		},
	};
}

export function remember<Value>(
	made: Map<string, Value>,
	{ key, max }: { key: string; max: number },
	make: () => Value,
): Value {
	const before = made.get(key);
	if (before !== undefined) return before;
	const value = make();
	const [oldest] = made.keys();
	if (made.size >= max && oldest !== undefined) made.delete(oldest);
	made.set(key, value);
	return value;
}

type Rank = (offer: CatalogueOffer) => number;

function rankIn({ order, device, isNewcomer = false }: Wanted, country: string | undefined): Rank {
	if (order !== 'recommended') return ({ rank }) => rank[order];
	return (offer) => recommendedTo({ country, device, isNewcomer }, offer);
}

function compare({ rank, id }: Place, place: Place): number {
	return place.rank - rank || (id < place.id ? -1 : id > place.id ? 1 : 0);
}

function firstAfter(offers: readonly CatalogueOffer[], rank: Rank, place: Place): number {
	let low = 0;
	let high = offers.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const offer = offers[middle] as CatalogueOffer;
		if (compare({ rank: rank(offer), id: offer.id }, place) <= 0) low = middle + 1;
		else high = middle;
	}
	return low;
}
