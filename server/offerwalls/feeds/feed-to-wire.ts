import type { AdminOfferwall } from '../../../contract/offerwalls/staff-offerwalls.ts';
import { type Feed, feeds } from './feeds.ts';
import type { FeedState } from './store-feeds.ts';

export function feedToWire(
	feed: Feed | undefined,
	stored: FeedState | undefined,
	nowMs: number,
): AdminOfferwall['feed'] {
	if (!feed) return null;
	const { fetchedAt = null, offers = 0, skipped = 0, skippedWhy = null, problem = null } = stored ?? {};
	const standing = fetchedAt && standingOf(feed, fetchedAt.getTime(), nowMs);
	return {
		kind: feed.kind,
		state: standing?.state ?? 'never',
		since: standing && standing.state !== 'good' ? standing.sinceMs : null,
		lastAnswerAt: fetchedAt?.getTime() ?? null,
		...{ offers, skipped, skippedWhy, problem },
	};
}

const SKIPPED_SHARE_MAX = 0.1;

/** @returns a warning if more than a tenth of the feed can't be shown. */
export function skippedWarning({ offers, skipped, skippedWhy }: FeedState): string | undefined {
	if (skipped <= (offers + skipped) * SKIPPED_SHARE_MAX) return undefined;
	return `${skipped} of ${offers + skipped} offers in its feed are left out, mostly because: ${skippedWhy ?? 'unknown'}`;
}

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
