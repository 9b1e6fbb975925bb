import type { AdminOfferwall } from '../../../contract/admin/offerwalls.ts';
import type { SavedWallEntry } from '../../../contract/admin/wall-entries.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { CallError } from '../../../contract/errors.ts';
import { refusal } from '../../../contract/refusals.ts';
import { MACHINE, SecondPersonNeeded } from '../../accounts/second-person.ts';
import { type ActionDeps, type AdminContext, recordAction, withAudit } from '../../accounts/with-audit.ts';
import { Overloaded } from '../../lib/jobs/batcher.ts';
import type { LiveHub } from '../../lib/live-hub.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import { feedToWire } from '../../offerwalls/feeds/feed-to-wire.ts';
import { selectFeeds } from '../../offerwalls/feeds/store-feeds.ts';
import { certifyWall } from '../../offerwalls/postbacks/certify.ts';
import { findPostbacks } from '../../offerwalls/postbacks/kept/find-postbacks.ts';
import type { PostbackTaker } from '../../offerwalls/postbacks/take-postback.ts';
import { createTestPostback } from '../../offerwalls/postbacks/test-postback.ts';
import { termsToWire } from '../../offerwalls/terms/terms-to-wire.ts';
import { callbackUrl } from '../../offerwalls/walls/callback-url.ts';
import { changeOfferwall, type WallChangeRequest } from '../../offerwalls/walls/change-offerwall.ts';
import { checkOfferwall } from '../../offerwalls/walls/check-offerwall.ts';
import { countPostbacks, type WallTraffic } from '../../offerwalls/walls/store-walls.ts';
import type { Wall, WallSettings } from '../../offerwalls/walls/wall.ts';
import { OFFERWALLS_CHANGED, type WallChanges } from '../../offerwalls/walls/wall-changes.ts';

export type OfferwallDeps = ActionDeps & {
	walls: readonly Wall[];
	wallChanges: Pick<WallChanges, 'refresh' | 'inFile' | 'isOfFile' | 'isShadowed' | 'saved'>;
	secretBox: SecretBox | undefined;
	trustedOrigins: readonly string[];
	postbacks: Pick<PostbackTaker, 'take'>;
	live: Pick<LiveHub, 'publish'>;
	publicUrl: string;
};

export async function adminGetOfferwalls(deps: OfferwallDeps): Promise<AdminOfferwall[]> {
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

/** @throws CallError `not-found` for a wall that is not there; SecondPersonNeeded to switch one on. */
export async function adminChangeOfferwall(
	deps: OfferwallDeps,
	admin: AdminContext,
	{ id, reason, ...request }: WallChangeRequest & { id: string; reason: string },
): Promise<CallResult<'adminChangeOfferwall'>> {
	const inFile = settingsInFile(deps, wallOf(deps, id));
	const action = { action: 'change-offerwall', reason, details: { wall: id } };
	const result = await withAudit(deps, admin, action, async (tx) => {
		const { before, after, isNew } = await changeOfferwall(tx, { wallId: id, inFile, request });
		if (after.enabled && !before.enabled) requireSecond(admin);
		return { result: { id, ...after, changed: isNew }, change: isNew ? { before, after } : undefined };
	});
	await tellNodes(deps);
	return result;
}

/** @throws CallError `not-found` for a wall that is not there, `unavailable` when too many postbacks wait. */
export async function adminSendTestPostback(
	deps: OfferwallDeps,
	admin: AdminContext,
	{ id }: { id: string },
): Promise<CallResult<'adminSendTestPostback'>> {
	const wall = wallOf(deps, id);
	const { request, transactionId } = createTestPostback(wall, deps.publicUrl);
	const change = { before: {}, after: {}, wall: id, transaction: transactionId };
	await recordAction(deps, admin, { action: 'test-postback', change });
	const outcome = await deps.postbacks.take(wall, request).catch((error) => {
		throw error instanceof Overloaded ? new CallError('unavailable', refusal('overloaded')) : error;
	});
	const { items } = await findPostbacks(deps, { wall: id, transactionId, limit: 1, cursor: undefined });
	return {
		verified: outcome === 'test' || outcome === 'unknown-user' || outcome === 'switched-off',
		outcome,
		why: items[0]?.why ?? null,
		request: items[0]?.request ?? '',
	};
}

/** Asks nothing but the wall as this node knows it. @throws CallError `not-found` for a wall that is not there. */
export async function adminCertifyOfferwall(
	deps: OfferwallDeps,
	{ id }: { id: string },
): Promise<CallResult<'adminCertifyOfferwall'>> {
	return certifyWall(wallOf(deps, id), deps.publicUrl);
}

function toWire(deps: OfferwallDeps, wall: Wall, traffic: readonly WallTraffic[]): Omit<AdminOfferwall, 'feed'> {
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
		inFile: settingsInFile(deps, wall),
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
function savedToWire({ wallChanges }: OfferwallDeps, { id, enabled, minAge, holdHours }: Wall) {
	const saved = wallChanges.saved(id);
	if (!saved) return { source: 'file' as const, version: null, entry: null };
	const { open, secrets, version } = saved;
	const hidden = (names: object = {}) => Object.fromEntries(Object.keys(names).map((name) => [name, null]));
	const withHidden = (name: 'feed' | 'report') =>
		open[name] === undefined ? {} : { [name]: { ...(open[name] as object), ...hidden(secrets[name]) } };
	const entry = { ...open, ...withHidden('feed'), ...withHidden('report'), enabled, minAge, holdHours };
	return { source: 'here' as const, version, entry: { ...entry, secret: null, pathKey: null } as SavedWallEntry };
}

function checkOf({ wallChanges, walls }: OfferwallDeps, wall: Wall) {
	const check = checkOfferwall(wall, walls);
	if (!wallChanges.isShadowed(wall.id)) return check;
	const finding = 'it is kept here too: as long as it is in the file, the file’s entry is in force';
	return { ...check, findings: [finding, ...check.findings] };
}

/** Each node reads again, this one before the answer. */
export async function tellNodes({ wallChanges, live }: Pick<OfferwallDeps, 'wallChanges' | 'live'>): Promise<void> {
	await wallChanges.refresh();
	live.publish(OFFERWALLS_CHANGED);
}

/** What lets money in, or more of it, is not one person's to decide. */
export function requireSecond({ actor, approval }: AdminContext): void {
	if (!approval && actor.uid !== MACHINE) throw new SecondPersonNeeded({});
}

function settingsInFile({ wallChanges }: OfferwallDeps, { id, enabled, minAge, holdHours }: Wall): WallSettings {
	return wallChanges.inFile(id) ?? { enabled, minAge, holdHours };
}

/** @throws CallError `not-found` for a wall that is not there. */
export function wallOf({ walls }: Pick<OfferwallDeps, 'walls'>, id: string): Wall {
	const wall = walls.find((one) => one.id === id);
	if (!wall) throw new CallError('not-found', refusal('no-such-offerwall'));
	return wall;
}
