import type { CallResult } from '../../../contract/calls.ts';

type Business = CallResult<'adminGetBusiness'>;
type Visits = readonly { day: string; count: number }[];

export type Compared = { now: number | null; before: number | null; series: readonly number[] };

export type Overview = Record<'earned' | 'margin' | 'paidOut' | 'active' | 'conversion', Compared> & {
	/** UTC month such as `2026-11`. */
	conversionMonth: string | undefined;
};

const CONVERSION_DAYS = 30;

/** Both inputs also cover the previous period. Earned and margin are in $, paid out in R$. */
export function compare({ days, costOfThousand, cohorts }: Business, visits: Visits, now: number): Overview {
	const costOf = (robux: number) => (costOfThousand === null ? null : (robux / 1000) * costOfThousand);
	const margins = days.map(({ earned, paidOut }) => {
		const cost = costOf(paidOut);
		return cost === null ? null : earned - cost;
	});
	const active = compareSums(visits.map(({ count }) => count));
	const half = Math.max(visits.length / 2, 1);
	const known = cohorts.filter(({ month, users }) => users > 0 && isOver(month, now));
	const rates = known.map(({ users, paidIn30Days }) => paidIn30Days / users);
	return {
		earned: compareSums(days.map(({ earned }) => earned)),
		margin: margins.includes(null) ? { now: null, before: null, series: [] } : compareSums(margins.map(Number)),
		paidOut: compareSums(days.map(({ paidOut }) => paidOut)),
		active: { ...active, now: Number(active.now) / half, before: Number(active.before) / half },
		conversion: { now: rates.at(-1) ?? null, before: rates.at(-2) ?? null, series: rates.slice(-12) },
		conversionMonth: known.at(-1)?.month,
	};
}

function compareSums(values: readonly number[]): Compared {
	const half = Math.floor(values.length / 2);
	const sum = (some: readonly number[]) => some.reduce((total, value) => total + value, 0);
	return { now: sum(values.slice(half)), before: sum(values.slice(0, half)), series: values.slice(half) };
}

function isOver(month: string, now: number): boolean {
	const [year = 0, number = 0] = month.split('-').map(Number);
	return Date.UTC(year, number, 1 + CONVERSION_DAYS) <= now;
}

export function changeOf({ now, before }: Compared): number | undefined {
	return now === null || before === null || before <= 0 ? undefined : (now - before) / before;
}
