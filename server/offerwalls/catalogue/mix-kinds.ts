import { type CatalogueOffer, RECOMMENDED_MAX } from './catalogue-offer.ts';

export type Ranked = { offer: CatalogueOffer; rank: number; id: string };

const MIXED = 24;
const IN_A_ROW = 2;
/** Above every rank of an offer. */
const MIXED_RANK = 4e15;

/** Shows at most two offers of a category in a row at the top, but none before one that more users completed. */
export function mixKinds(sorted: readonly Ranked[]): Ranked[] {
	const rest = [...sorted];
	const mixed: Ranked[] = [];
	while (mixed.length < MIXED && rest.length > 0) {
		const row = mixed.slice(-IN_A_ROW).map(({ offer }) => offer.category);
		const isFull = row.length === IN_A_ROW && new Set(row).size === 1;
		const tier = tierOf(rest[0]);
		const other = rest.findIndex((one) => !isFull || one.offer.category !== row[0] || tierOf(one) !== tier);
		const [next] = rest.splice(tierOf(rest[other]) === tier ? other : 0, 1);
		if (next) mixed.push({ ...next, rank: MIXED_RANK - mixed.length });
	}
	return [...mixed, ...rest];
}

function tierOf(ranked: Ranked | undefined): number | undefined {
	return ranked && Math.floor(ranked.rank / RECOMMENDED_MAX);
}

/** Returns where a list continues after a mixed offer that additions may have moved, or 0. */
export function placeAfterMixed(offers: readonly Ranked[], { rank, id }: { rank: number; id: string }): number {
	if (rank < MIXED_RANK - MIXED) return 0;
	return offers.slice(0, 2 * MIXED).findIndex((one) => one.id === id) + 1;
}
