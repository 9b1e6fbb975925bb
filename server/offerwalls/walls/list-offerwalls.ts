import { DAY_MS } from '../../../contract/durations.ts';
import type { AdminOfferwall } from '../../../contract/offerwalls/staff-offerwalls.ts';
import type { SavedWallEntry } from '../../../contract/offerwalls/wall-entries.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { feedToWire } from '../feeds/feed-to-wire.ts';
import { selectFeeds } from '../feeds/store-feeds.ts';
import { termsToWire } from '../terms/terms-to-wire.ts';
import { callbackUrl } from './callback-url.ts';
import { checkOfferwall } from './check-offerwall.ts';
import { countPostbacks, type WallTraffic } from './store-walls.ts';
import type { Wall } from './wall.ts';
import type { WallChanges } from './wall-changes.ts';
import { savedWallOf } from './wall-of.ts';

export type ListWallsDeps = {
	db: Database;
	clock: Clock;
	walls: readonly Wall[];
	wallChanges: Pick<WallChanges, 'saved'>;
	publicUrl: string;
};

export async function adminGetOfferwalls(deps: ListWallsDeps): Promise<AdminOfferwall[]> {
	const { db, clock, walls } = deps;
	const [postbacks, feeds] = await Promise.all([countPostbacks(db, clock.now() - DAY_MS), selectFeeds(db)]);
	const traffic = Map.groupBy(postbacks, ({ wall }) => wall);
	return walls.map((wall) => ({
		...toWire(deps, wall, traffic.get(wall.id) ?? []),
		feed: feedToWire(
			wall.feed,
			feeds.find((one) => one.wall === wall.id),
			clock.now(),
		),
	}));
}

function toWire(deps: ListWallsDeps, wall: Wall, traffic: readonly WallTraffic[]): Omit<AdminOfferwall, 'feed'> {
	const { id, name, partnerId, partner, enabled, minAge, holdHours, pathKey, allowedIps, url } = wall;
	const times = traffic.map(({ last }) => last.getTime());
	return {
		id,
		partner: partnerId,
		partnerName: partner.name,
		name,
		enabled,
		minAge,
		holdHours,
		...savedToWire(deps, wall),
		keys: { secret: true, pathKey: pathKey !== undefined, allowedIps: allowedIps.length },
		...termsToWire(wall, deps.clock.now()),
		hasAddress: url !== undefined,
		...checkOfferwall(wall, deps.walls),
		callbackUrl: callbackUrl(wall, deps.publicUrl),
		callbacks: {
			total: traffic.reduce((sum, { count }) => sum + count, 0),
			byOutcome: traffic.map(({ outcome, count }) => ({ outcome, count })),
			lastAt: times.length > 0 ? Math.max(...times) : null,
		},
	};
}

/** Returns secrets as null, so that clients can save the entry unchanged. */
function savedToWire(deps: ListWallsDeps, { id, enabled, minAge, holdHours }: Wall) {
	const { open, secrets, version } = savedWallOf(deps, id);
	const hidden = (names: object = {}) => Object.fromEntries(Object.keys(names).map((name) => [name, null]));
	const withHidden = (name: 'feed' | 'report') =>
		open[name] === undefined ? {} : { [name]: { ...(open[name] as object), ...hidden(secrets[name]) } };
	const entry = { ...open, ...withHidden('feed'), ...withHidden('report'), enabled, minAge, holdHours };
	return { version, entry: { ...entry, secret: null, pathKey: null } as SavedWallEntry };
}
