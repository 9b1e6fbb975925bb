import type { CatalogueOffer } from './catalogue-offer.ts';

/** Offers compared per mark, to limit the work if many share one. */
const BEST_OF_MARK = 24;

/** Finds all better offers with the same mark, because some may be closed to a visitor. */
export function findRivals(offers: readonly CatalogueOffer[]): void {
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

export function compareValue(a: CatalogueOffer, b: CatalogueOffer): number {
	return b.rank.recommended - a.rank.recommended || b.reward - a.reward || (a.id < b.id ? -1 : 1);
}
