const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago somebody was here, in the words of the specification's users list (section 9). */
export function lastAccessInWords(thenMs: number, nowMs: number): string {
	const agoMs = nowMs - thenMs;
	if (agoMs >= DAY_MS) return `${Math.floor(agoMs / DAY_MS)} day(s) ago`;
	if (agoMs >= HOUR_MS) return `${Math.floor(agoMs / HOUR_MS)} hour(s) ago`;
	if (agoMs >= MINUTE_MS) return `${Math.floor(agoMs / MINUTE_MS)} minute(s) ago`;
	return 'Just now';
}
