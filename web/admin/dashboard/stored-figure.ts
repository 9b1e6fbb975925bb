import { attempt } from '../../lib/attempt.ts';
import { nextMidnight } from '../ui/local-time.ts';

/** Today's figures stay in local storage until local midnight (specification section 9). */

export function readStored(key: string, nowMs: number): number | undefined {
	try {
		const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as { value?: unknown; until?: unknown } | null;
		// A clock that was set back must not keep a figure for days.
		const isOfToday = typeof stored?.until === 'number' && nowMs < stored.until && stored.until <= nextMidnight(nowMs);
		return isOfToday && typeof stored.value === 'number' ? stored.value : undefined;
	} catch {
		return undefined;
	}
}

/** After a failed load, a reload must not show the old figure. */
export function forget(key: string): void {
	attempt(() => localStorage.removeItem(key));
}

export function keep(key: string, value: number, nowMs: number): void {
	try {
		localStorage.setItem(key, JSON.stringify({ value, until: nextMidnight(nowMs) }));
	} catch {}
}
