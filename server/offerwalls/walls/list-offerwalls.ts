import type { AdminOfferwall } from '../../../contract/admin/offerwalls.ts';
import type { SavedWallEntry } from '../../../contract/admin/wall-entries.ts';
import { DAY_MS } from '../../../contract/durations.ts';
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

export type ListWallsDeps = {
	db: Database;
	clock: Clock;
	walls: readonly Wall[];
	wallChanges: Pick<WallChanges, 'inFile' | 'saved' | 'isShadowed'>;
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
		inFile: deps.wallChanges.inFile(wall),
		...savedToWire(deps, wall),
		keys: { secret: true, pathKey: pathKey !== undefined, allowedIps: allowedIps.length },
		...termsToWire(wall, deps.clock.now()),
		hasAddress: url !== undefined,
		...checkOf(deps, wall),
		callbackUrl: callbackUrl(wall, deps.publicUrl),
		callbacks: {
			total: traffic.reduce((sum, { count }) => sum + count, 0),
			byOutcome: traffic.map(({ outcome, count }) => ({ outcome, count })),
			lastAt: times.length > 0 ? Math.max(...times) : null,
		},
	};
}

/** What is secret of an entry is null, so that it can be sent back as it is. */
function savedToWire({ wallChanges }: ListWallsDeps, { id, enabled, minAge, holdHours }: Wall) {
	const saved = wallChanges.saved(id);
	if (!saved) return { source: 'file' as const, version: null, entry: null };
	const { open, secrets, version } = saved;
	const hidden = (names: object = {}) => Object.fromEntries(Object.keys(names).map((name) => [name, null]));
	const withHidden = (name: 'feed' | 'report') =>
		open[name] === undefined ? {} : { [name]: { ...(open[name] as object), ...hidden(secrets[name]) } };
	const entry = { ...open, ...withHidden('feed'), ...withHidden('report'), enabled, minAge, holdHours };
	return { source: 'here' as const, version, entry: { ...entry, secret: null, pathKey: null } as SavedWallEntry };
}

function checkOf({ wallChanges, walls }: ListWallsDeps, wall: Wall) {
	const check = checkOfferwall(wall, walls);
	if (!wallChanges.isShadowed(wall.id)) return check;
	const finding = 'it is kept here too: as long as it is in the file, the file’s entry is in force';
	return { ...check, findings: [finding, ...check.findings] };
}
