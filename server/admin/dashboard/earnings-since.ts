import { QUARTER_MS, quarterOf } from '../../lib/jobs/quarter-hour.ts';

/** Whole quarters of an hour from `quartersFromMs` on, plus or less single bookings. All times are ms since the epoch. */
export type EarningsSince = {
	quartersFromMs: number;
	piece: { fromMs: number; beforeMs: number; sign: 1 | -1 } | undefined;
};

/** Takes the shorter way: bookings are added after the quarter's start, or taken off it. */
export function earningsSince(sinceMs: number): EarningsSince {
	const startMs = quarterOf(sinceMs);
	const endMs = startMs + QUARTER_MS;
	if (sinceMs === startMs) return { quartersFromMs: startMs, piece: undefined };
	return sinceMs - startMs < endMs - sinceMs
		? { quartersFromMs: startMs, piece: { fromMs: startMs, beforeMs: sinceMs, sign: -1 } }
		: { quartersFromMs: endMs, piece: { fromMs: sinceMs, beforeMs: endMs, sign: 1 } };
}
