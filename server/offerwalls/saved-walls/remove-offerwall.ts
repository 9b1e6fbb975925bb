import type { CallInput, CallResult } from '../../../contract/calls.ts';
import type { CallError } from '../../../contract/errors.ts';
import { callError } from '../../../contract/refusals.ts';
import { requireSecond } from '../../accounts/second-person.ts';
import { type AdminContext, withAudit } from '../../accounts/with-audit.ts';
import { lockWallChange } from '../walls/store-walls.ts';
import { type ChangeWallsDeps, refreshNodes } from '../walls/wall-changes.ts';
import {
	countOpenHolds,
	lockSavedWalls,
	selectSavedWall,
	updatePositions,
	updateRemoved,
} from './store-saved-walls.ts';

/**
 * @throws CallError `failed-precondition` while the wall is on or holds credits, whose reversals could not be verified
 * without its secrets; SecondPersonNeeded.
 */
export async function adminRemoveOfferwall(
	deps: ChangeWallsDeps,
	{ id, reason }: CallInput<'adminRemoveOfferwall'>,
	admin: AdminContext,
): Promise<CallResult<'adminRemoveOfferwall'>> {
	const action = { action: 'remove-offerwall', reason, details: { wall: id } };
	const result = await withAudit(deps, admin, action, async (tx, atMs) => {
		await lockSavedWalls(tx);
		const row = await selectSavedWall(tx, id);
		if (!row || row.secrets === null) throw callError('not-found', 'no-such-offerwall');
		const { enabled } = await lockWallChange(tx, id);
		if (enabled ?? (row.entry as { enabled?: boolean }).enabled ?? true) throw refused('wall-still-on');
		const count = await countOpenHolds(tx, id);
		if (count > 0) throw callError('failed-precondition', 'wall-holds-credits', { count });
		requireSecond(admin);
		await updateRemoved(tx, id, atMs);
		const change = { before: row.entry, after: {}, version: row.version + 1 };
		return { result: { id, removed: true as const }, change };
	});
	await refreshNodes(deps);
	return result;
}

export async function adminOrderOfferwalls(
	deps: ChangeWallsDeps,
	{ ids, reason }: CallInput<'adminOrderOfferwalls'>,
	admin: AdminContext,
): Promise<CallResult<'adminOrderOfferwalls'>> {
	const action = { action: 'order-offerwalls', reason };
	await withAudit(deps, admin, action, async (tx) => {
		await lockSavedWalls(tx);
		const before = deps.walls.map(({ id }) => id);
		if (before.toSorted().join() !== ids.toSorted().join()) throw refused('wall-changed-meanwhile');
		const isSame = before.join() === ids.join();
		if (!isSame) await updatePositions(tx, ids);
		return { result: undefined, change: isSame ? undefined : { before: { ids: before }, after: { ids } } };
	});
	await refreshNodes(deps);
	return { ids };
}

function refused(reason: 'wall-still-on' | 'wall-changed-meanwhile'): CallError {
	return callError('failed-precondition', reason);
}
