import { QUARTER_MS, quarterOf } from '../../lib/jobs/quarter-hour.ts';

/**
 * The sum since a time is that of whole quarter-hours, plus or minus the bookings of `piece`. Times are ms since the
 * epoch.
 */
export type EarningsSince = {
	quartersFromMs: number;
	piece: { fromMs: number; beforeMs: number; sign: 1 | -1 } | undefined;
};

export function earningsSince(sinceMs: number): EarningsSince {
	const startMs = quarterOf(sinceMs);
	const endMs = startMs + QUARTER_MS;
	if (sinceMs === startMs) return { quartersFromMs: startMs, piece: undefined };
	return sinceMs - startMs < endMs - sinceMs
		? { quartersFromMs: startMs, piece: { fromMs: startMs, beforeMs: sinceMs, sign: -1 } }
		: { quartersFromMs: endMs, piece: { fromMs: sinceMs, beforeMs: endMs, sign: 1 } };
}
