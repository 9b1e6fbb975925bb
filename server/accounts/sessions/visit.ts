import { QUARTER_MS, quarterOf } from '../../lib/local-day.ts';

/** Longer absences count as 30 hours, which covers a day of 25 hours. */
export const ABSENT_QUARTERS_MAX = 120;

export type Visit = { uid: string; atMs: number; lastMs: number | undefined };

/** Element n of a quarter-hour counts its visitors without a visit in the n quarter-hours before. */
export function countVisits(visits: readonly Visit[]): Map<number, number[]> {
	const counts = new Map<number, number[]>();
	for (const { atMs, lastMs } of visits) {
		const quarter = quarterOf(atMs);
		const absentQuarters = lastMs === undefined ? ABSENT_QUARTERS_MAX : (quarter - quarterOf(lastMs)) / QUARTER_MS;
		if (absentQuarters <= 0) continue;
		const counted = counts.get(quarter) ?? Array<number>(ABSENT_QUARTERS_MAX).fill(0);
		for (let n = 0; n < Math.min(absentQuarters, ABSENT_QUARTERS_MAX); n += 1) counted[n] = (counted[n] ?? 0) + 1;
		counts.set(quarter, counted);
	}
	return counts;
}
