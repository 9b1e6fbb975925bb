import { DAY_MS } from '../../contract/durations.ts';

const OFFSET_MAX_MS = 16 * 3_600_000;
/** Refuses offsets such as `+01:07`, because their days need not begin on a quarter of an hour. */
const ZONE_NAME = /^[A-Za-z][\w+/-]*$/;

export type LocalDay = { day: string; startsMs: number; endsMs: number };

type DateAt = (ms: number) => string;

/** Returns the last `count` days, oldest first, today last. @returns undefined for an unknown zone. */
export function lastLocalDays(nowMs: number, count: number, timeZone: string): LocalDay[] | undefined {
	const dateAt = dateIn(timeZone);
	return dateAt && daysFrom(Date.parse(dateAt(nowMs)) - (count - 1) * DAY_MS, count, dateAt);
}

/** @param first `YYYY-MM-DD`. @returns undefined for an unknown zone. */
export function localDays(first: string, count: number, timeZone: string): LocalDay[] | undefined {
	const dateAt = dateIn(timeZone);
	return dateAt && daysFrom(Date.parse(first), count, dateAt);
}

function daysFrom(firstMs: number, count: number, dateAt: DateAt): LocalDay[] {
	const dates = Array.from({ length: count + 1 }, (_, n) => firstMs + n * DAY_MS);
	const starts = dates.map((date) => startOf(date, dateAt));
	return dates
		.slice(0, count)
		.map((date, n) => ({ day: isoDate(date), startsMs: starts[n] as number, endsMs: starts[n + 1] as number }));
}

function startOf(dateMs: number, dateAt: DateAt): number {
	const date = isoDate(dateMs);
	let before = dateMs - OFFSET_MAX_MS;
	let at = dateMs + OFFSET_MAX_MS;
	while (at - before > QUARTER_MS) {
		const middle = before + Math.floor((at - before) / QUARTER_MS / 2) * QUARTER_MS;
		if (dateAt(middle) >= date) at = middle;
		else before = middle;
	}
	return at;
}

function dateIn(timeZone: string): DateAt | undefined {
	if (!ZONE_NAME.test(timeZone)) return undefined;
	try {
		const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
		return (ms) => format.format(ms);
	} catch {
		return undefined;
	}
}

const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Days start on a quarter-hour in every time zone. */
export const QUARTER_MS = 15 * 60_000;

export const quarterOf = (ms: number): number => ms - (ms % QUARTER_MS);

/** No transaction lasts longer. */
const LATE_WRITES_MS = 60_000;

export const closedBefore = (nowMs: number): number => quarterOf(nowMs - LATE_WRITES_MS);
