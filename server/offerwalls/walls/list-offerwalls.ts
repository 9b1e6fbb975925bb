import { DAY_MS } from '../../../contract/durations.ts';
import type { SavedWallEntry, WallPartner } from '../../../contract/offerwalls/wall-entries.ts';
import { isAllowed } from '../../../contract/permissions.ts';
import type { StaffCall } from '../../accounts/with-audit.ts';
import type { DbDeps } from '../../lib/db/database.ts';
import { feedToWire, skippedWarning } from '../feeds/feed-to-wire.ts';
import { feedKinds, feeds } from '../feeds/feeds.ts';
import { selectFeeds } from '../feeds/store-feeds.ts';
import type { Partner } from '../partners/partner.ts';
import { partners } from '../partners/registry.ts';
import { coverageOf } from '../postbacks/signature.ts';
import { termsToWire } from '../terms/terms.ts';
import { isUnprotected } from './protection/wall-guard.ts';
import { countPostbacks, type OnlyRefused, selectOnlyRefused, type WallTraffic } from './store-walls.ts';
import { callbackUrl, type Wall } from './wall.ts';
import { savedWallOf, type WallChanges } from './wall-changes.ts';
import { checkOfferwall } from './wall-warnings.ts';

/** A new wall is judged after this many postbacks. */
const TRIES_MIN = 5;
const TRIED_FOR_MS = 7 * DAY_MS;

export type ListWallsDeps = DbDeps & {
	walls: readonly Wall[];
	wallChanges: Pick<WallChanges, 'saved'>;
	publicUrl: string;
};

export const adminGetOfferwalls: StaffCall<'adminGetOfferwalls', ListWallsDeps> = async (deps, _, { actor }) => {
	const mayChange = actor.staffRole !== null && isAllowed(actor.staffRole, 'change-offerwalls');
	const { db, clock, walls } = deps;
	const ids = walls.map(({ id }) => id);
	const [postbacks, feeds, failing] = await Promise.all([
		countPostbacks(db, clock.now() - DAY_MS),
		selectFeeds(db),
		selectOnlyRefused(db, ids, new Date(clock.now() - TRIED_FOR_MS)),
	]);
	const traffic = Map.groupBy(postbacks, ({ wall }) => wall);
	return walls.map((wall) => {
		const refusals = failing.find((one) => one.wall === wall.id);
		const feed = feeds.find((one) => one.wall === wall.id);
		const warnings = [refusals && refusedWarning(refusals), wall.feed && feed && skippedWarning(feed)];
		const problems = warnings.filter((warning) => warning !== undefined);
		return {
			...toWire(deps, wall, traffic.get(wall.id) ?? [], problems),
			callbackUrl: callbackUrl(mayChange || !wall.pathKey ? wall : { ...wall, pathKey: '***' }, deps.publicUrl),
			feed: feedToWire(wall.feed, feed, clock.now()),
		};
	});
};

function refusedWarning({ refused, why }: OnlyRefused): string | undefined {
	if (refused < TRIES_MIN) return undefined;
	const cause = why === null ? '' : ` Likely cause: ${why}.`;
	return `None of its ${refused} postbacks so far was accepted.${cause} Correct it, then replay them`;
}

function toWire(deps: ListWallsDeps, wall: Wall, traffic: readonly WallTraffic[], problems: readonly string[]) {
	const { id, name, partnerId, partner, enabled, minAge, holdHours, pathKey, allowedIps, url } = wall;
	const { strength, findings } = checkOfferwall(wall, deps.walls);
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
		strength,
		findings: [...problems, ...findings],
		isUnprotected: isUnprotected(wall),
		callbacks: {
			total: traffic.reduce((sum, { count }) => sum + count, 0),
			byOutcome: traffic.map(({ outcome, count }) => ({ outcome, count })),
			lastAt: times.length > 0 ? Math.max(...times) : null,
		},
	};
}

function savedToWire(deps: ListWallsDeps, { id, enabled, minAge, holdHours }: Wall) {
	const { open, secrets, version } = savedWallOf(deps, id);
	const hidden = (names: object = {}) => Object.fromEntries(Object.keys(names).map((name) => [name, null]));
	const withHidden = (name: 'feed' | 'report') =>
		open[name] === undefined ? {} : { [name]: { ...(open[name] as object), ...hidden(secrets[name]) } };
	const entry = { ...open, ...withHidden('feed'), ...withHidden('report'), enabled, minAge, holdHours };
	return { version, entry: { ...entry, secret: null, pathKey: null } as SavedWallEntry };
}

export async function listPartners(): Promise<WallPartner[]> {
	return Object.entries(partners).map(([id, partner]) => ({
		id,
		name: partner.name,
		certainty: partner.certainty,
		uncertain: uncertainIn(partner),
		strength: strengthOf(partner),
		known_ips: [...(partner.knownIps ?? [])],
		tells_payout: partner.parameters.payout !== undefined,
		address_needs: addressNeeds(partner),
		feeds: feedKinds.filter((kind) => kind === id).map((kind) => ({ kind, credentials: [...feeds[kind].credentials] })),
	}));
}

function uncertainIn({ verified, uncertain }: Partner): string | null {
	if (verified) return uncertain ?? null;
	return ['unverified, no documentation of the vendor was read', ...(uncertain ? [uncertain] : [])].join('; ');
}

function strengthOf(partner: Partner): WallPartner['strength'] {
	const { user, reward, payout, transaction } = coverageOf(partner);
	if (!user || !(reward || payout)) return 'weak';
	return transaction && reward ? 'full' : 'part';
}

function addressNeeds({ wallUrl }: Partner): string[] | null {
	if (wallUrl === undefined) return null;
	const open = [...wallUrl.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
	return open.filter((name) => name !== 'uid' && name !== 'hash');
}
