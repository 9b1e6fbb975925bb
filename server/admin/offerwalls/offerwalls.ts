import type { AdminOfferwall } from '../../../contract/admin/offerwalls.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { CallError } from '../../../contract/errors.ts';
import { refusal } from '../../../contract/refusals.ts';
import { type ActionDeps, type AdminContext, recordAction, withAudit } from '../../accounts/with-audit.ts';
import { Overloaded } from '../../lib/jobs/batcher.ts';
import type { LiveHub } from '../../lib/live-hub.ts';
import { findPostbacks } from '../../offerwalls/postbacks/find-postbacks.ts';
import type { PostbackTaker } from '../../offerwalls/postbacks/take-postback.ts';
import { createTestPostback } from '../../offerwalls/postbacks/test-postback.ts';
import { callbackUrl } from '../../offerwalls/walls/callback-url.ts';
import { changeOfferwall, type WallChangeRequest } from '../../offerwalls/walls/change-offerwall.ts';
import { checkOfferwall } from '../../offerwalls/walls/check-offerwall.ts';
import { countPostbacks, type WallTraffic } from '../../offerwalls/walls/store-walls.ts';
import type { Wall, WallSettings } from '../../offerwalls/walls/wall.ts';
import { OFFERWALLS_CHANGED, type WallChanges } from '../../offerwalls/walls/wall-changes.ts';

export type OfferwallDeps = ActionDeps & {
	walls: readonly Wall[];
	wallChanges: Pick<WallChanges, 'refresh' | 'inFile'>;
	postbacks: Pick<PostbackTaker, 'take'>;
	live: Pick<LiveHub, 'publish'>;
	publicUrl: string;
};

export async function adminGetOfferwalls(deps: OfferwallDeps): Promise<AdminOfferwall[]> {
	const { db, clock, walls } = deps;
	const traffic = Map.groupBy(await countPostbacks(db, clock.now() - DAY_MS), ({ wall }) => wall);
	return walls.map((wall) => toWire(deps, wall, traffic.get(wall.id) ?? []));
}

/** @throws CallError `not-found` for a wall that is not in the file. */
export async function adminChangeOfferwall(
	deps: OfferwallDeps,
	admin: AdminContext,
	{ id, reason, ...request }: WallChangeRequest & { id: string; reason: string },
): Promise<CallResult<'adminChangeOfferwall'>> {
	const inFile = settingsInFile(deps, wallOf(deps, id));
	const action = { action: 'change-offerwall', reason, details: { wall: id } };
	const result = await withAudit(deps, admin, action, async (tx) => {
		const { before, after, isNew } = await changeOfferwall(tx, { wallId: id, inFile, request });
		return { result: { id, ...after, changed: isNew }, change: isNew ? { before, after } : undefined };
	});
	await deps.wallChanges.refresh();
	if (result.changed) deps.live.publish(OFFERWALLS_CHANGED);
	return result;
}

/** @throws CallError `not-found` for a wall that is not in the file, `unavailable` when too many postbacks wait. */
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

function toWire(deps: OfferwallDeps, wall: Wall, traffic: readonly WallTraffic[]): AdminOfferwall {
	const { id, name, partnerId, partner, enabled, minAge, holdHours, pathKey, allowedIps, rateCents, url } = wall;
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
		keys: { secret: true, pathKey: pathKey !== undefined, allowedIps: allowedIps.length },
		rate: rateCents === undefined ? null : rateCents / 100,
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

function settingsInFile({ wallChanges }: OfferwallDeps, { id, enabled, minAge, holdHours }: Wall): WallSettings {
	return wallChanges.inFile(id) ?? { enabled, minAge, holdHours };
}

function wallOf({ walls }: OfferwallDeps, id: string): Wall {
	const wall = walls.find((one) => one.id === id);
	if (!wall) throw new CallError('not-found', refusal('no-such-offerwall'));
	return wall;
}
