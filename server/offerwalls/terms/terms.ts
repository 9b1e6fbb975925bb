import { asRobuxCents, type RobuxCents, type UsdMicros } from '../../../contract/money.ts';

/** What one $ of a wall is worth from a moment on. Rows are only ever added. */
export type RateRow = {
	id: number;
	/** ISO code; null: wherever no country has a rate of its own. */
	country: string | null;
	/** Hundredths of R$ for one $. Null: as if there were no row, so the wall's, or what its entry says. */
	rateCents: number | null;
	fromMs: number;
};

/** What we give on top of a wall's credits. */
export type BoostRow = { id: number; percent: number; fromMs: number; untilMs: number };

/** As walls carry them, oldest first by when they begin; of those that begin at once the newest last. */
export type WallTerms = {
	/** Hundredths of R$ for one $ as the entry says. Undefined: the reward is what the partner says, and no row counts. */
	readonly rateCents: number | undefined;
	rates: readonly RateRow[];
	boosts: readonly BoostRow[];
};

/** What is reckoned with; without an id by the wall's entry. */
export type Rate = { id: number | undefined; rateCents: number };
export type Moment = { atMs: number; country?: string | null | undefined };

/** The rate in force: the country's, else the wall's, else its entry's. Undefined: the reward is what the partner says. */
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

/** The rate that a credit was booked by. @param id of its row; null: of none. Undefined too for one that this node has not read yet. */
export function rateOfRow({ rateCents, rates }: WallTerms, id: number | null): Rate | undefined {
	if (id === null) return rateCents === undefined ? undefined : { id: undefined, rateCents };
	const row = rates.find((one) => one.id === id);
	return row && row.rateCents !== null ? { id, rateCents: row.rateCents } : undefined;
}

/** The boost in force: the one that began last, unless it has ended. */
export function boostAt({ boosts }: Pick<WallTerms, 'boosts'>, atMs: number): BoostRow | undefined {
	const row = boosts.findLast(({ fromMs }) => fromMs <= atMs);
	return row && row.percent > 0 && atMs < row.untilMs ? row : undefined;
}

/** Until when people may rely on a boost: its end, or when another one takes its place. */
export function boostEndMs({ boosts }: Pick<WallTerms, 'boosts'>, { id, untilMs }: BoostRow): number {
	return Math.min(untilMs, nextAfter(boosts, id)?.fromMs ?? untilMs);
}

/** The row that takes the place of this one; of those that begin at once all but the last hold for no time at all. */
export function nextAfter<Row extends { id: number }>(rows: readonly Row[], id: number): Row | undefined {
	return rows[rows.findIndex((row) => row.id === id) + 1];
}

/** What pages show of a boost; null without one. */
export function boostShown(wall: Pick<WallTerms, 'boosts'>, atMs: number): { percent: number; until: number } | null {
	const boost = boostAt(wall, atMs);
	return boost ? { percent: boost.percent, until: boostEndMs(wall, boost) } : null;
}

/** Rounded down. BigInt: millionths of $ times hundredths of R$ outgrow a double. */
export function rewardAt(payout: number | UsdMicros, rateCents: number): bigint {
	return (BigInt(payout) * BigInt(rateCents)) / 1_000_000n;
}

/** What a boost adds to a credit, rounded down. */
export function boostOf(amount: RobuxCents, percent: number): RobuxCents {
	return asRobuxCents(Math.floor((amount * percent) / 100));
}

/** What of a boost goes with `taken` of its credit: what stays is no larger a share than stays of the credit. */
export function boostToTake(
	boost: RobuxCents,
	{ amount, taken }: { amount: RobuxCents; taken: RobuxCents },
): RobuxCents {
	return asRobuxCents(boost - Number((BigInt(amount - taken) * BigInt(boost)) / BigInt(amount)));
}
