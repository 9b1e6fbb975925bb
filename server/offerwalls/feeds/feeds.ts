import { adgateFeed } from './adgate-feed.ts';
import { adgemFeed } from './adgem-feed.ts';
import type { FeedContract } from './feed.ts';
import { lootablyFeed } from './lootably-feed.ts';

/** Those whose answers' fields were read at the vendor or in two integrations. docs/offerwalls.md says what the others lack. */
export const feeds = { lootably: lootablyFeed, adgate: adgateFeed, adgem: adgemFeed } as const satisfies Record<
	string,
	FeedContract
>;

export type FeedKind = keyof typeof feeds;
export const feedKinds = Object.keys(feeds) as FeedKind[];

/** Named in the interface, and not done. */
export const feedsNotDone = ['ayet', 'bitlabs', 'cpx'] as const;
