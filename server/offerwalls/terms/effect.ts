import { DAY_MS } from '../../../contract/durations.ts';
import { asRobuxCents, robuxToWire } from '../../../contract/money.ts';
import { callError } from '../../../contract/refusals.ts';
import type { OpenCall } from '../../lib/call-handler.ts';
import type { DbDeps, Tx } from '../../lib/db/database.ts';
import type { Wall } from '../walls/wall.ts';
import { wallOf } from '../walls/wall-changes.ts';
import { selectTotalsOfCountry, selectTotalsSince, type WallTotals } from './store-terms.ts';
import { boostAt, boostOf, type Moment, rateAt, rewardAt, type WallTerms } from './terms.ts';

export type MarginDeps = { payoutCostOfThousand: number | undefined; marginFloorPercent: number };
type RatedWall = WallTerms & { id: string };
type EffectDeps = MarginDeps & DbDeps;

/** Period from which the rates of partners that set rewards themselves are estimated. */
const LATELY_MS = 90 * DAY_MS;
const PERIODS = [7, 90];
const ROUNDING = 1e-9;

/** Allows a change with an unknown margin. @throws CallError `failed-precondition` for a margin below the floor. */
export async function requireMargin(tx: Tx, deps: MarginDeps, wall: RatedWall, change: Change, atMs: number) {
	const margin = marginWith(deps, wall, change, await selectTotalsSince(tx, wall.id, atMs - LATELY_MS));
	const floor = deps.marginFloorPercent;
	if (margin === undefined || margin * 100 > floor - ROUNDING) return;
	throw callError('failed-precondition', 'below-margin', { margin: margin * 100, floor });
}

function marginWith({ payoutCostOfThousand }: MarginDeps, wall: WallTerms, change: Change, lately: WallTotals) {
	const cents = costliestOf(wall, change, lately);
	if (cents === undefined || payoutCostOfThousand === undefined) return undefined;
	return marginOf(cents, payoutCostOfThousand);
}

export function marginOf(centsOfDollar: number, costOfThousand: number): number {
	return 1 - (centsOfDollar / 100) * (costOfThousand / 1_000);
}

type EffectQuery = { country: string | null; rateCents: number | undefined; percent: number };

type RateEffectDeps = EffectDeps & { walls: readonly Wall[] };

export const adminGetRateEffect: OpenCall<'adminGetRateEffect', RateEffectDeps> = (deps, input) => {
	const { wall_id: id, country, rate, percent } = input;
	const rateCents = rate === null || rate === undefined ? undefined : Math.round(rate * 100);
	return findEffect(deps, wallOf(deps, id), { country: country ?? null, rateCents, percent: percent ?? 0 });
};

export async function findEffect(deps: EffectDeps, wall: RatedWall, { country, rateCents, percent }: EffectQuery) {
	const { db, clock, payoutCostOfThousand: cost, marginFloorPercent } = deps;
	const nowMs = clock.now();
	const totalsSince = (sinceMs: number) =>
		country === null || rateCents === undefined
			? selectTotalsSince(db, wall.id, sinceMs)
			: selectTotalsOfCountry(db, wall.id, country, sinceMs);
	const periods = await Promise.all(
		PERIODS.map(async (days) => ({ days, ...(await totalsSince(nowMs - days * DAY_MS)) })),
	);
	const change: Change =
		rateCents === undefined ? { percent, fromMs: nowMs, untilMs: nowMs + 1 } : { country, rateCents, fromMs: nowMs };
	const lately = periods.at(-1) as WallTotals;
	return {
		periods: periods.map(({ days, payoutMicros, credited }) => {
			const extra = extraOf({ payoutMicros, credited }, { rateCents, percent });
			return {
				days,
				paid_usd: payoutMicros / 1_000_000,
				credited: robuxToWire(credited),
				extra: robuxToWire(extra),
				extra_usd: cost === undefined ? null : (robuxToWire(extra) / 1_000) * cost,
			};
		}),
		margin: marginWith(deps, wall, change, lately) ?? null,
		margin_floor: marginFloorPercent / 100,
	};
}

function extraOf({ payoutMicros, credited }: WallTotals, { rateCents, percent }: Omit<EffectQuery, 'country'>) {
	if (rateCents === undefined) return boostOf(asRobuxCents(Math.max(credited, 0)), percent);
	return asRobuxCents(Number(rewardAt(payoutMicros, rateCents)) - credited);
}

type Change =
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
function costliestOf(wall: WallTerms, change: Change, lately: WallTotals): number | undefined {
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
