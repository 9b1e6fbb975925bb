import type { CallInput, CallResult } from '../../../contract/calls.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { asRobuxCents, type RobuxCents, robuxToWire } from '../../../contract/money.ts';
import { callError } from '../../../contract/refusals.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Wall } from '../walls/wall.ts';
import { wallOf } from '../walls/wall-of.ts';
import { type Change, costliestOf, marginOf } from './margin.ts';
import { selectTotalsOfCountry, selectTotalsSince, type WallTotals } from './store-effect.ts';
import { boostOf, rewardAt, type WallTerms } from './terms.ts';

export type MarginDeps = {
	payoutCostOfThousand: number | undefined;
	marginFloorPercent: number;
};
type EffectDeps = MarginDeps & { db: Database; clock: Clock };

/** Period from which the rates of partners that set rewards themselves are estimated. */
export const LATELY_MS = 90 * DAY_MS;
const PERIODS = [7, 90];
const ROUNDING = 1e-9;

/** Allows a change with an unknown margin. @throws CallError `failed-precondition` for a margin below the floor. */
export function requireMargin(deps: MarginDeps, wall: WallTerms, change: Change, lately: WallTotals): void {
	const margin = marginWith(deps, wall, change, lately);
	const floor = deps.marginFloorPercent;
	if (margin === undefined || margin * 100 > floor - ROUNDING) return;
	throw callError('failed-precondition', 'below-margin', { margin: margin * 100, floor });
}

function marginWith(
	{ payoutCostOfThousand }: MarginDeps,
	wall: WallTerms,
	change: Change,
	lately: WallTotals,
): number | undefined {
	const cents = costliestOf(wall, change, lately);
	if (cents === undefined || payoutCostOfThousand === undefined) return undefined;
	return marginOf(cents, payoutCostOfThousand);
}

type EffectQuery = { country: string | null; rateCents: number | undefined; percent: number };

export function adminGetRateEffect(
	deps: EffectDeps & { walls: readonly Wall[] },
	{ wall_id: id, country, rate, percent }: CallInput<'adminGetRateEffect'>,
): Promise<CallResult<'adminGetRateEffect'>> {
	const rateCents = rate === null || rate === undefined ? undefined : Math.round(rate * 100);
	return findEffect(deps, wallOf(deps, id), { country: country ?? null, rateCents, percent: percent ?? 0 });
}

export async function findEffect(
	deps: EffectDeps,
	wall: WallTerms & { id: string },
	{ country, rateCents, percent }: EffectQuery,
): Promise<CallResult<'adminGetRateEffect'>> {
	const { db, clock, payoutCostOfThousand: cost, marginFloorPercent } = deps;
	const nowMs = clock.now();
	const totalsSince = (sinceMs: number) =>
		country === null || rateCents === undefined
			? selectTotalsSince(db, wall.id, sinceMs)
			: selectTotalsOfCountry(db, { wall: wall.id, country }, sinceMs);
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

function extraOf(
	{ payoutMicros, credited }: WallTotals,
	{ rateCents, percent }: Omit<EffectQuery, 'country'>,
): RobuxCents {
	if (rateCents === undefined) return boostOf(asRobuxCents(Math.max(credited, 0)), percent);
	return asRobuxCents(Number(rewardAt(payoutMicros, rateCents)) - credited);
}
