/** Every time zone's midnight falls on such a boundary: sums are exact for anybody's day. */
export const QUARTER_MS = 15 * 60_000;

/** The start of the quarter of an hour; both in ms since the epoch. */
export function quarterOf(ms: number): number {
	return ms - (ms % QUARTER_MS);
}

/** Longer than any transaction lives. */
const LATE_WRITES_MS = 60_000;

/** Quarters of an hour that start before this have no writers left. */
export function closedBefore(nowMs: number): number {
	return quarterOf(nowMs - LATE_WRITES_MS);
}
