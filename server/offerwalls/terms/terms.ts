import { asRobuxCents, type RobuxCents, type UsdMicros } from '../../../contract/money.ts';
import type { AdminOfferwall } from '../../../contract/offerwalls/staff-offerwalls.ts';

export type RateRow = {
	id: number;
	/** ISO code; null for countries without their own rate. */
	country: string | null;
	/** R$ cents per dollar; null if the more general rate applies. */
	rateCents: number | null;
	fromMs: number;
};

export type BoostRow = { id: number; percent: number; fromMs: number; untilMs: number };

/** Ordered by start; among equal starts, the newest is last. */
export type WallTerms = {
	/** R$ cents per dollar; undefined if the partner sets the reward. */
	readonly rateCents: number | undefined;
	rates: readonly RateRow[];
	boosts: readonly BoostRow[];
};

export type Rate = { id: number | undefined; rateCents: number };
export type Moment = { atMs: number; country?: string | null | undefined };

export function rateAt({ rateCents, rates }: WallTerms, { atMs, country }: Moment): Rate | undefined {
	if (rateCents === undefined) return undefined;
	return (
		(country ? inForce(rates, country, atMs) : undefined) ??
		inForce(rates, null, atMs) ?? { id: undefined, rateCents: rateCents }
	);
}

function inForce(rates: readonly RateRow[], country: string | null, atMs: number): Rate | undefined {
	const row = rates.findLast((one) => one.country === country && one.fromMs <= atMs);
	return row && row.rateCents !== null ? { id: row.id, rateCents: row.rateCents } : undefined;
}

/** @returns undefined if the wall has no rate, or if this node has not read the row yet. */
export function rateOfRow({ rateCents, rates }: WallTerms, id: number | null): Rate | undefined {
	if (id === null) return rateCents === undefined ? undefined : { id: undefined, rateCents };
	const row = rates.find((one) => one.id === id);
	return row && row.rateCents !== null ? { id, rateCents: row.rateCents } : undefined;
}

export function boostAt({ boosts }: Pick<WallTerms, 'boosts'>, atMs: number): BoostRow | undefined {
	const row = boosts.findLast(({ fromMs }) => fromMs <= atMs);
	return row && row.percent > 0 && atMs < row.untilMs ? row : undefined;
}

function boostEndMs({ boosts }: Pick<WallTerms, 'boosts'>, { id, untilMs }: BoostRow): number {
	return Math.min(untilMs, nextAfter(boosts, id)?.fromMs ?? untilMs);
}

/** If several rows start at the same moment, the last one wins. */
function nextAfter<Row extends { id: number }>(rows: readonly Row[], id: number): Row | undefined {
	return rows[rows.findIndex((row) => row.id === id) + 1];
}

export function boostShown(wall: Pick<WallTerms, 'boosts'>, atMs: number): { percent: number; until: number } | null {
	const boost = boostAt(wall, atMs);
	return boost ? { percent: boost.percent, until: boostEndMs(wall, boost) } : null;
}

/** Rounds down. Uses BigInt, because the product exceeds a double's integers. */
export function rewardAt(payout: number | UsdMicros, rateCents: number): bigint {
	return (BigInt(payout) * BigInt(rateCents)) / 1_000_000n;
}

export function boostOf(amount: RobuxCents, percent: number): RobuxCents {
	return asRobuxCents(Math.floor((amount * percent) / 100));
}

/** @returns the boost to reverse, so that its remaining share never exceeds the credit's. */
export function boostToTake(boost: RobuxCents, { amount, taken }: { amount: RobuxCents; taken: RobuxCents }) {
	return asRobuxCents(boost - Number((BigInt(amount - taken) * BigInt(boost)) / BigInt(amount)));
}

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

export function rateToWire({ id, country, rateCents, fromMs }: RateRow, { rates }: Pick<WallTerms, 'rates'>) {
	const next = nextAfter(
		rates.filter((other) => other.country === country),
		id,
	);
	return { id, country, rate: rateCents === null ? null : rateCents / 100, from: fromMs, until: next?.fromMs ?? null };
}

export function boostToWire(row: BoostRow, wall: Pick<WallTerms, 'boosts'>): BoostOnWire {
	return { id: row.id, percent: row.percent, from: row.fromMs, until: boostEndMs(wall, row) };
}
