import { DAY_MS } from '../../../contract/durations.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import { type DbDeps, inTransaction } from '../../lib/db/database.ts';
import type { SendRequest } from '../../lib/http/outbound.ts';
import type { Wall } from '../walls/wall.ts';
import { type Feed, feeds } from './feeds.ts';
import { FeedFailed, fetchFeed } from './fetch-feed.ts';
import { claimDueFeeds, type DueFeed, replaceOffers, updateFailed, updateFetched } from './store-feeds.ts';

export const REFRESH_FEEDS_TASK = 'refresh-feeds';
export const OFFERS_CHANGED = 'offers';

/** Lease of a feed in ms, longer than a fetch and its write. */
const CLAIM_MS = 120_000;
const PAUSE_PERIODS_MAX = 4;
const RETRY_AFTER_MS_MAX = DAY_MS;

export type FeedDeps = DbDeps & {
	log: Log;
	walls: readonly Wall[];
	publish: (topic: string) => void;
	sendRequest?: SendRequest;
};

export async function refreshFeeds(deps: FeedDeps): Promise<boolean> {
	const { db, clock, walls } = deps;
	const fed = new Map(walls.flatMap(({ id, feed, enabled }) => (feed && enabled ? [[id, feed] as const] : [])));
	if (fed.size === 0) return false;
	const nowMs = clock.now();
	const due = await claimDueFeeds(db, [...fed.keys()], nowMs, nowMs + CLAIM_MS);
	const changed = await Promise.all(due.map((one) => refreshFeed(deps, fed.get(one.wall) as Feed, one)));
	return changed.includes(true);
}

async function refreshFeed(deps: FeedDeps, feed: Feed, { wall, failures, digest }: DueFeed): Promise<boolean> {
	const { db, clock, log, publish, sendRequest } = deps;
	const { everyMs } = feeds[feed.kind];
	try {
		const answer = await fetchFeed(feed, clock.now(), sendRequest);
		const isChanged = answer.digest !== digest;
		await inTransaction(db, async (tx) => {
			const atMs = clock.now();
			if (isChanged) await replaceOffers(tx, wall, answer.offers, atMs);
			const fetched = { ...answer, offers: answer.offers.length };
			await updateFetched(tx, wall, { fetched, atMs, nextMs: atMs + everyMs, isChanged });
		});
		if (isChanged) publish(OFFERS_CHANGED);
		if (answer.skipped > 0)
			log.info({ wall, skipped: answer.skipped, why: answer.skippedWhy }, 'skipped invalid offers');
		return isChanged;
	} catch (error) {
		const problem = error instanceof FeedFailed ? error.message : "couldn't store the offers";
		if (!(error instanceof FeedFailed)) log.error({ err: error, wall }, "couldn't store the offers of a feed");
		else log.warn({ wall, problem }, 'offer feed failed');
		const pauseMs = everyMs * Math.min(2 ** failures, PAUSE_PERIODS_MAX);
		const retryAfterMs = error instanceof FeedFailed ? Math.min(error.retryAfterMs ?? 0, RETRY_AFTER_MS_MAX) : 0;
		await updateFailed(db, wall, problem, clock.now() + Math.max(pauseMs, retryAfterMs));
		return false;
	}
}
