import type { CallResult } from '../../../contract/calls.ts';

type Business = CallResult<'adminGetBusiness'>;
type Visits = readonly { day: string; count: number }[];

/** Of a period and the one before it, equally long. */
export type Compared = {
	/** Null: it cannot be known. */
	now: number | null;
	before: number | null;
	/** Of the period alone, oldest first. */
	series: readonly number[];
};

export type Overview = Record<'earned' | 'margin' | 'paidOut' | 'active' | 'conversion', Compared> & {
	/** The month (UTC, `2026-11`) of whom the conversion tells. */
	conversionMonth: string | undefined;
};

/** After so many days a month's conversion does not change any more. */
const CONVERSION_DAYS = 30;

/**
 * The days of `business` and `visits` are twice the period. Earned and margin are $, paid out is R$; active is people a day on
 * average; conversion is the share of a month's sign-ups who were paid within 30 days, of the last month of which that is known.
 */
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
	// The first of the next month: of whoever came on the last day.
	return Date.UTC(year, number, 1 + CONVERSION_DAYS) <= now;
}

/** What has changed, as a share of what was; undefined where that tells nothing. */
export function changeOf({ now, before }: Compared): number | undefined {
	return now === null || before === null || before <= 0 ? undefined : (now - before) / before;
}
