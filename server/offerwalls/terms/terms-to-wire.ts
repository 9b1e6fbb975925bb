import type { AdminOfferwall } from '../../../contract/offerwalls/staff-offerwalls.ts';
import { type BoostRow, boostEndMs, nextAfter, type RateRow, rateAt, type WallTerms } from './terms.ts';

type RateOnWire = AdminOfferwall['rates'][number];
type BoostOnWire = AdminOfferwall['boosts'][number];

const SHOWN = 10;

export function termsToWire(wall: WallTerms, nowMs: number): Pick<AdminOfferwall, 'rate' | 'rates' | 'boosts'> {
	const rate = rateAt(wall, { atMs: nowMs });
	return {
		rate: rate ? rate.rateCents / 100 : null,
		rates: wall.rates
			.slice(-SHOWN)
			.reverse()
			.map((row) => rateToWire(row, wall)),
		boosts: wall.boosts
			.slice(-SHOWN)
			.reverse()
			.map((row) => boostToWire(row, wall)),
	};
}

export function rateToWire(
	{ id, country, rateCents, fromMs }: RateRow,
	{ rates }: Pick<WallTerms, 'rates'>,
): RateOnWire {
	const next = nextAfter(
		rates.filter((other) => other.country === country),
		id,
	);
	return { id, country, rate: rateCents === null ? null : rateCents / 100, from: fromMs, until: next?.fromMs ?? null };
}

export function boostToWire(row: BoostRow, wall: Pick<WallTerms, 'boosts'>): BoostOnWire {
	return { id: row.id, percent: row.percent, from: row.fromMs, until: boostEndMs(wall, row) };
}
