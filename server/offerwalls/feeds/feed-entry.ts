import { z } from 'zod';
import { type FeedKind, feedKinds, feeds, feedsNotDone } from './feeds.ts';

/** A wall's feed: which contract, and what its vendor knows us by. */
export type Feed = {
	kind: FeedKind;
	/** Where it is asked in the vendor's place. */
	url: string | undefined;
	credentials: Readonly<Record<string, string>>;
	/** Nobody of our own network is asked: the entry was written by who need not have the machine. */
	isPublicOnly?: boolean;
};

const credential = z.union([z.string().min(1).max(500), z.int().nonnegative().transform(String)]);

/** Named by the interface, but what they answer could not be read anywhere: better no offer than a wrong one. */
const notDone = z
	.looseObject({ kind: z.enum(feedsNotDone) })
	.refine(() => false, `has no feed yet; there is ${feedKinds.join(', ')}`)
	.transform((): Feed => z.NEVER);

function entryOf(kind: FeedKind) {
	const { credentials } = feeds[kind];
	const named = Object.fromEntries(credentials.map((name) => [name, credential]));
	return z
		.strictObject({
			kind: z.literal(kind),
			url: z
				.url({ protocol: /^https?$/ })
				.transform((text) => new URL(text).origin)
				.optional(),
			...named,
		})
		.transform(({ url, kind: _, ...given }): Feed => ({ kind, url, credentials: given as Record<string, string> }));
}

export const feedEntry = z.discriminatedUnion('kind', [notDone, ...feedKinds.map(entryOf)]);
