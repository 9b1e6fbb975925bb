import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';

/** Uses the words of specification section 9. */
export function lastAccessInWords(agoMs: number): string {
	if (agoMs >= DAY_MS) return `${Math.floor(agoMs / DAY_MS)} day(s) ago`;
	if (agoMs >= HOUR_MS) return `${Math.floor(agoMs / HOUR_MS)} hour(s) ago`;
	if (agoMs >= MINUTE_MS) return `${Math.floor(agoMs / MINUTE_MS)} minute(s) ago`;
	return 'Just now';
}
