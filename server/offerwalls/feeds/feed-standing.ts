import type { Feed } from './feed-entry.ts';
import { feeds } from './feeds.ts';

/** A feed is stale or hidden after this many fetch intervals without a complete response. */
const STALE_PERIODS = 2;
const HIDDEN_PERIODS = 6;

export type FeedStanding = { state: 'good' } | { state: 'stale' | 'hidden'; sinceMs: number };

export function standingOf({ kind }: Pick<Feed, 'kind'>, fetchedMs: number, nowMs: number): FeedStanding {
	const { everyMs } = feeds[kind];
	const goneAfter = (periods: number) => fetchedMs + periods * everyMs;
	if (nowMs > goneAfter(HIDDEN_PERIODS)) return { state: 'hidden', sinceMs: goneAfter(HIDDEN_PERIODS) };
	if (nowMs > goneAfter(STALE_PERIODS)) return { state: 'stale', sinceMs: goneAfter(STALE_PERIODS) };
	return { state: 'good' };
}
