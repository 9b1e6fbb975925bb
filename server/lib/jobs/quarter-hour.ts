/** Days start on a quarter-hour in every time zone. */
export const QUARTER_MS = 15 * 60_000;

export function quarterOf(ms: number): number {
	return ms - (ms % QUARTER_MS);
}

/** No transaction lasts longer. */
const LATE_WRITES_MS = 60_000;

export function closedBefore(nowMs: number): number {
	return quarterOf(nowMs - LATE_WRITES_MS);
}
