import { z } from 'zod';
import { notDone, type VendorEntry, vendorEntry } from '../walls/vendor-entry.ts';
import { adgateFeed } from './adgate-feed.ts';
import { adgemFeed } from './adgem-feed.ts';
import type { FeedContract } from './feed.ts';
import { lootablyFeed } from './lootably-feed.ts';

export const feeds = { lootably: lootablyFeed, adgate: adgateFeed, adgem: adgemFeed } as const satisfies Record<
	string,
	FeedContract
>;

export type FeedKind = keyof typeof feeds;
export const feedKinds = Object.keys(feeds) as FeedKind[];

export const feedsNotDone = ['ayet', 'bitlabs', 'cpx'] as const;

export type Feed = VendorEntry<FeedKind>;

const credential = z.union([z.string().min(1).max(500), z.int().nonnegative().transform(String)]);

export const feedEntry = z.discriminatedUnion('kind', [
	notDone<FeedKind>(feedsNotDone, `has no feed; supported: ${feedKinds.join(', ')}`),
	...feedKinds.map((kind) =>
		vendorEntry(kind, Object.fromEntries(feeds[kind].credentials.map((name) => [name, credential]))),
	),
]);
