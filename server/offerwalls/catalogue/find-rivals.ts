import type { CatalogueOffer } from './catalogue-offer.ts';

/** Of one mark: the rest of a feed that calls everything the same is not looked at. */
const BEST_OF_MARK = 24;

/**
 * Tells each offer which better ones of other walls are the same. Which of them somebody is shown depends on who asks: the
 * better one may be closed to them. Inside one wall nothing is the same: a partner lists an offer twice for a reason.
 */
export function findRivals(offers: readonly CatalogueOffer[]): void {
	const byMark = new Map<string, CatalogueOffer[]>();
	for (const offer of offers) {
		offer.rivals = [];
		for (const mark of offer.marks) byMark.set(mark, [...(byMark.get(mark) ?? []).slice(0, BEST_OF_MARK), offer]);
	}
	for (const same of byMark.values()) {
		if (same.length < 2) continue;
		same.sort(compareWorth);
		same.forEach((offer, place) => {
			const better = same.slice(0, place).filter(({ wall }) => wall !== offer.wall);
			if (better.length > 0) offer.rivals = [...new Set([...offer.rivals, ...better])];
		});
	}
}

/** The better one first; always the same of two that are as good. */
export function compareWorth(a: CatalogueOffer, b: CatalogueOffer): number {
	return b.rank.recommended - a.rank.recommended || b.reward - a.reward || (a.id < b.id ? -1 : 1);
}
