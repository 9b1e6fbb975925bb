import { z } from 'zod';
import { notDone, type VendorEntry, vendorEntry } from '../walls/vendor-entry.ts';
import { type FeedKind, feedKinds, feeds, feedsNotDone } from './feeds.ts';

export type Feed = VendorEntry<FeedKind>;

const credential = z.union([z.string().min(1).max(500), z.int().nonnegative().transform(String)]);

export const feedEntry = z.discriminatedUnion('kind', [
	notDone<FeedKind>(feedsNotDone, `has no feed; supported: ${feedKinds.join(', ')}`),
	...feedKinds.map((kind) =>
		vendorEntry(kind, Object.fromEntries(feeds[kind].credentials.map((name) => [name, credential]))),
	),
]);
