import type { WallTotals } from './store-effect.ts';
import { boostAt, type Moment, rateAt, type WallTerms } from './terms.ts';

export type Change =
	| { country: string | null; rateCents: number | null; fromMs: number }
	| { percent: number; fromMs: number; untilMs: number };

export function withChange(wall: WallTerms, change: Change): WallTerms {
	const { rateCents, rates, boosts } = wall;
	const inOrder = <Row extends { fromMs: number }>(rows: Row[]) => rows.toSorted((a, b) => a.fromMs - b.fromMs);
	return 'percent' in change
		? { rateCents, rates, boosts: inOrder([...boosts, { id: 0, ...change }]) }
		: { rateCents, rates: inOrder([...rates, { id: 0, ...change }]), boosts };
}

/** @returns the highest R$ cents per dollar; undefined if unknown. */
export function costliestOf(wall: WallTerms, change: Change, lately: WallTotals): number | undefined {
	const after = withChange(wall, change);
	const untilMs = 'untilMs' in change ? change.untilMs : Number.MAX_SAFE_INTEGER;
	const moments = [change, ...after.rates, ...after.boosts]
		.map(({ fromMs }) => fromMs)
		.filter((atMs) => atMs >= change.fromMs && atMs < untilMs);
	const countries = 'percent' in change ? [null, ...after.rates.map(({ country }) => country)] : [change.country];
	const each = moments.flatMap((atMs) =>
		countries.map((country) => {
			const rate = rateCentsAt(after, { atMs, country }, lately);
			return rate === undefined ? undefined : (rate * (100 + (boostAt(after, atMs)?.percent ?? 0))) / 100;
		}),
	);
	const known = each.filter((cents) => cents !== undefined);
	return known.length > 0 ? Math.max(...known) : undefined;
}

function rateCentsAt(wall: WallTerms, moment: Moment, { payoutMicros, credited }: WallTotals): number | undefined {
	const rate = rateAt(wall, moment);
	if (rate) return rate.rateCents;
	return payoutMicros > 0 ? (credited * 1_000_000) / payoutMicros : undefined;
}

export function marginOf(centsOfDollar: number, costOfThousand: number): number {
	return 1 - (centsOfDollar / 100) * (costOfThousand / 1_000);
}
