import type { waitingWorkCalls } from '../../../contract/admin/waiting-work.ts';
import type { workplaceCalls } from '../../../contract/admin/workplace.ts';
import type { CallInput, CallResult } from '../../../contract/calls.ts';
import type { DataAnswer } from '../../../contract/data.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { WAITING_WORK_COUNT_MAX } from '../../../contract/limits.ts';
import { callError } from '../../../contract/refusals.ts';
import type { businessCalls } from '../../../contract/site/business.ts';
import { ABSENT_QUARTERS_MAX } from '../../accounts/sessions/last-access.ts';
import type { Database, DbDeps } from '../../lib/db/database.ts';
import type { Caller, Feature } from '../../lib/feature.ts';
import { lastLocalDays, QUARTER_MS, quarterOf } from '../../lib/local-day.ts';
import type { Wall } from '../../offerwalls/walls/wall.ts';
import { countRiskyWalls } from '../../offerwalls/walls/wall-warnings.ts';
import {
	addEarningsDays,
	countCohortsAnew,
	countLastHere,
	countUsersThereAre,
	countWaitingWork,
	type EarnedOnDay,
	type EarningsSince,
	type MovedOnDay,
	markUsers,
	selectCohorts,
	selectEarnedByDay,
	selectEarnings,
	selectMovedByDay,
	selectVisitors,
} from './store-dashboard.ts';

export const dashboard = {
	calls: {
		adminGetWorkplace: async ({ isSandbox }) => ({ environment: isSandbox ? 'sandbox' : 'live' }),
		adminGetWaitingWork,
		adminGetBusiness,
	},
	data: {
		'GET /data/users/count': (deps, { active_since }) => countUsers(deps, active_since),
		'GET /data/users/active': countActiveUsers,
		'GET /data/earnings/total': (deps, { since }) => sumEarnings(deps, since),
		'GET /data/earnings/by-offerwall': (deps, { since }) => sumEarningsByOfferwall(deps, since),
	},
	jobs: [
		{ name: 'recount-users', at: '52 * * * *', isLong: true, run: recountUsers },
		{ name: 'add-up-earnings-days', at: '12 * * * *', isLong: true, run: addUpEarningsDays },
		{ name: 'count-cohorts', at: '22 * * * *', isLong: true, run: countCohorts },
	],
} satisfies Feature<
	typeof workplaceCalls & typeof waitingWorkCalls & typeof businessCalls,
	BusinessDeps & { isSandbox: boolean }
>;

async function adminGetWaitingWork(
	{ db, clock, walls }: DbDeps & { walls: readonly Wall[] },
	_input: unknown,
	{ actor }: Caller<'admin'>,
): Promise<CallResult<'adminGetWaitingWork'>> {
	const now = new Date(clock.now());
	const waiting = await countWaitingWork(db, { asker: actor.uid, now, most: WAITING_WORK_COUNT_MAX });
	return { ...waiting, offerwalls: countRiskyWalls(walls) };
}

function earningsSince(sinceMs: number): EarningsSince {
	const startMs = quarterOf(sinceMs);
	const endMs = startMs + QUARTER_MS;
	if (sinceMs === startMs) return { quartersFromMs: startMs, piece: undefined };
	return sinceMs - startMs < endMs - sinceMs
		? { quartersFromMs: startMs, piece: { fromMs: startMs, beforeMs: sinceMs, sign: -1 } }
		: { quartersFromMs: endMs, piece: { fromMs: sinceMs, beforeMs: endMs, sign: 1 } };
}

const MICROS = 1_000_000;

/** Returns $ net of reversals. */
export async function sumEarnings({ db }: { db: Database }, sinceMs = 0): Promise<{ total: number }> {
	const walls = await selectEarnings(db, earningsSince(sinceMs));
	return { total: walls.reduce((sum, { micros }) => sum + micros, 0) / MICROS };
}

export async function sumEarningsByOfferwall(
	{ db, walls }: { db: Database; walls: readonly Wall[] },
	sinceMs = 0,
): Promise<DataAnswer<'GET /data/earnings/by-offerwall'>> {
	const names = new Map(walls.map(({ id, name }) => [id, name]));
	return (await selectEarnings(db, earningsSince(sinceMs)))
		.filter(({ micros }) => micros !== 0)
		.sort((a, b) => b.micros - a.micros)
		.map(({ wall, micros }) => ({ wall, name: names.get(wall) ?? wall, total: micros / MICROS }));
}

/** Adds days up to the day before yesterday, because later ones can still change. */
export async function addUpEarningsDays({ db, clock }: DbDeps): Promise<void> {
	const today = clock.now() - (clock.now() % DAY_MS);
	await addEarningsDays(db, today - DAY_MS);
}

/** No transaction lasts longer, so earlier sign-ups are committed. */
const LATE_WRITES_MS = 10 * 60_000;

export async function countUsers({ db, clock }: DbDeps, activeSinceMs?: number): Promise<{ count: number }> {
	if (activeSinceMs === undefined) return { count: await countUsersThereAre(db) };
	const fromMs = quarterOf(activeSinceMs + QUARTER_MS - 1);
	const untilMs = quarterOf(clock.now()) + QUARTER_MS;
	if (untilMs - fromMs > ABSENT_QUARTERS_MAX * QUARTER_MS) return { count: await countLastHere(db, activeSinceMs) };
	const [visitors = 0] = await selectVisitors(db, [{ day: '', startsMs: fromMs, endsMs: untilMs }]);
	const rest = fromMs > activeSinceMs ? await countLastHere(db, activeSinceMs, fromMs) : 0;
	return { count: visitors + rest };
}

/** Returns the oldest day first. @throws CallError `invalid-argument` for an unknown time zone. */
export async function countActiveUsers(
	{ db, clock }: DbDeps,
	{ days, tz }: { days: number; tz: string },
): Promise<DataAnswer<'GET /data/users/active'>> {
	const localDays = lastLocalDays(clock.now(), days, tz);
	if (!localDays) throw callError('invalid-argument', 'unknown-time-zone');
	const counts = await selectVisitors(db, localDays);
	return localDays.map(({ day }, n) => ({ day, count: counts[n] ?? 0 }));
}

export async function recountUsers({ db, clock }: DbDeps): Promise<void> {
	await markUsers(db, clock.now() - LATE_WRITES_MS);
}

type BusinessDeps = DbDeps & { walls: readonly Wall[]; payoutCostOfThousand: number | undefined };

type Business = CallResult<'adminGetBusiness'>;
type WallBusiness = Business['walls'][number];

const CENTS = 100;
const COUNTED_AT_ONCE_MAX = 10_000;
const PARTNER = 'partner:';

export async function adminGetBusiness(
	{ db, clock, walls, payoutCostOfThousand }: BusinessDeps,
	{ days: count, tz }: CallInput<'adminGetBusiness'>,
): Promise<Business> {
	const days = lastLocalDays(clock.now(), count, tz);
	const end = days?.at(-1)?.endsMs;
	if (!days || end === undefined) throw callError('invalid-argument', 'unknown-time-zone');
	const starts = [...days.map(({ startsMs }) => startsMs), end];
	const [earned, moved, cohorts] = await Promise.all([
		selectEarnedByDay(db, starts),
		selectMovedByDay(db, starts),
		readCohorts({ db, clock }),
	]);
	return {
		days: days.map(({ day }, n) => ({ day, ...addUpDay(n, earned, moved) })),
		walls: addUpWalls(days.length, earned, moved, new Map(walls.map(({ id, name }) => [id, name]))),
		costOfThousand: payoutCostOfThousand ?? null,
		cohorts: cohorts.map(({ countedAt: _, ...cohort }) => cohort),
		countedAt: cohorts[0]?.countedAt.getTime() ?? null,
	};
}

export async function countCohorts({ db, clock }: DbDeps): Promise<void> {
	await countCohortsAnew(db, clock.now());
}

/** Counts cohorts that are missing, but only on small sites; on large ones the job counts them. */
async function readCohorts({ db, clock }: DbDeps) {
	const cohorts = await selectCohorts(db);
	if (cohorts.length > 0) return cohorts;
	const { count } = await countUsers({ db, clock });
	if (count > COUNTED_AT_ONCE_MAX) return [];
	await countCohorts({ db, clock });
	return selectCohorts(db);
}

function addUpDay(day: number, earned: readonly EarnedOnDay[], moved: readonly MovedOnDay[]) {
	const ofDay = moved.filter(({ n }) => n === day);
	const given = ofDay.filter(({ account }) => account.startsWith(PARTNER));
	const paid = ofDay.filter(({ account }) => account === 'payouts:paid');
	const boosts = ofDay.filter(({ account }) => account === 'house:boosts');
	const lost = ofDay.filter(({ account }) => account === 'house:losses');
	return {
		earned: sum(earned.filter(({ n }) => n === day).map(({ micros }) => micros)) / MICROS,
		credited: sum(given.map(({ debited }) => debited)) / CENTS,
		reversed: sum(given.map(({ credited }) => credited)) / CENTS,
		boosted: sum(boosts.map(({ credited, debited }) => debited - credited)) / CENTS,
		paidOut: sum(paid.map(({ credited, debited }) => credited - debited)) / CENTS,
		lost: sum(lost.map(({ debited }) => debited)) / CENTS,
	};
}

function addUpWalls(
	dayCount: number,
	earned: readonly EarnedOnDay[],
	moved: readonly MovedOnDay[],
	names: ReadonlyMap<string, string>,
): WallBusiness[] {
	const ids = new Set(earned.map(({ wall }) => wall));
	for (const { account } of moved) if (account.startsWith(PARTNER)) ids.add(account.slice(PARTNER.length));
	return [...ids]
		.map((wall): WallBusiness => {
			const mine = earned.filter((row) => row.wall === wall);
			const given = moved.filter(({ account }) => account === PARTNER + wall);
			const credited = sum(given.map((row) => row.debited));
			const reversed = sum(given.map((row) => row.credited));
			const byDay = new Map(mine.map(({ n, micros }) => [n, micros]));
			return {
				wall,
				name: names.get(wall) ?? wall,
				earned: sum(mine.map(({ micros }) => micros)) / MICROS,
				credited: credited / CENTS,
				reversed: reversed / CENTS,
				reversalRate: credited > 0 ? reversed / credited : null,
				earnedByDay: Array.from({ length: dayCount }, (_, n) => (byDay.get(n) ?? 0) / MICROS),
			};
		})
		.sort((a, b) => b.earned - a.earned);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
