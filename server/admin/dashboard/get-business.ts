import type { CallResult } from '../../../contract/calls.ts';
import { callError } from '../../../contract/refusals.ts';
import type { OpenCall } from '../../lib/call-handler.ts';
import type { DbDeps } from '../../lib/db/database.ts';
import { lastLocalDays } from '../../lib/local-day.ts';
import type { Wall } from '../../offerwalls/walls/wall.ts';
import { countUsers, MICROS } from './figures.ts';
import type { EarnedOnDay, MovedOnDay } from './store-dashboard.ts';
import * as store from './store-dashboard.ts';

export type BusinessDeps = DbDeps & { walls: readonly Wall[]; payoutCostOfThousand: number | undefined };

type Business = CallResult<'adminGetBusiness'>;
type WallBusiness = Business['walls'][number];

const CENTS = 100;
const COUNTED_AT_ONCE_MAX = 10_000;
const PARTNER = 'partner:';

export const adminGetBusiness: OpenCall<'adminGetBusiness', BusinessDeps> = async (deps, { days: count, tz }) => {
	const { db, clock, walls, payoutCostOfThousand } = deps;
	const days = lastLocalDays(clock.now(), count, tz);
	const end = days?.at(-1)?.endsMs;
	if (!days || end === undefined) throw callError('invalid-argument', 'unknown-time-zone');
	const starts = [...days.map(({ startsMs }) => startsMs), end];
	const [earned, moved, cohorts] = await Promise.all([
		store.selectEarnedByDay(db, starts),
		store.selectMovedByDay(db, starts),
		readCohorts({ db, clock }),
	]);
	return {
		days: days.map(({ day }, n) => ({ day, ...addUpDay(n, earned, moved) })),
		walls: addUpWalls(days.length, earned, moved, new Map(walls.map(({ id, name }) => [id, name]))),
		costOfThousand: payoutCostOfThousand ?? null,
		cohorts: cohorts.map(({ countedAt: _, ...cohort }) => cohort),
		countedAt: cohorts[0]?.countedAt.getTime() ?? null,
	};
};

export async function countCohorts({ db, clock }: DbDeps): Promise<void> {
	await store.countCohortsAnew(db, clock.now());
}

/** Counts cohorts that are missing, but only on small sites; on large ones the job counts them. */
async function readCohorts({ db, clock }: DbDeps) {
	const cohorts = await store.selectCohorts(db);
	if (cohorts.length > 0) return cohorts;
	const { count } = await countUsers({ db, clock });
	if (count > COUNTED_AT_ONCE_MAX) return [];
	await countCohorts({ db, clock });
	return store.selectCohorts(db);
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

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
