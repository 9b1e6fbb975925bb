import { callError } from '../../../contract/refusals.ts';
import { requireSecond } from '../../accounts/second-person.ts';
import { type StaffCall, withAudit } from '../../accounts/with-audit.ts';
import { lockWallChange } from '../walls/store-walls.ts';
import { type ChangeWallsDeps, refreshNodes } from '../walls/wall-changes.ts';
import * as store from './store-saved-walls.ts';

/**
 * @throws CallError `failed-precondition` while the wall is on or holds credits, whose reversals could not be verified
 * without its secrets; SecondPersonNeeded.
 */
export const adminRemoveOfferwall: StaffCall<'adminRemoveOfferwall', ChangeWallsDeps> = async (deps, input, admin) => {
	const { id, reason } = input;
	const action = { action: 'remove-offerwall', reason, details: { wall: id } };
	const result = await withAudit(deps, admin, action, async (tx, atMs) => {
		await store.lockSavedWalls(tx);
		const row = await store.selectSavedWall(tx, id);
		if (!row || row.secrets === null) throw callError('not-found', 'no-such-offerwall');
		const { enabled } = await lockWallChange(tx, id);
		if (enabled ?? (row.entry as { enabled?: boolean }).enabled ?? true)
			throw callError('failed-precondition', 'wall-still-on');
		const count = await store.countOpenHolds(tx, id);
		if (count > 0) throw callError('failed-precondition', 'wall-holds-credits', { count });
		requireSecond(admin);
		await store.updateRemoved(tx, id, atMs);
		const change = { before: row.entry, after: {}, version: row.version + 1 };
		return { result: { id, removed: true as const }, change };
	});
	await refreshNodes(deps);
	return result;
};

export const adminOrderOfferwalls: StaffCall<'adminOrderOfferwalls', ChangeWallsDeps> = async (deps, input, admin) => {
	const { ids, reason } = input;
	const action = { action: 'order-offerwalls', reason };
	await withAudit(deps, admin, action, async (tx) => {
		await store.lockSavedWalls(tx);
		const before = deps.walls.map(({ id }) => id);
		if (before.toSorted().join() !== ids.toSorted().join())
			throw callError('failed-precondition', 'wall-changed-meanwhile');
		const isSame = before.join() === ids.join();
		if (!isSame) await store.updatePositions(tx, ids);
		return { result: undefined, change: isSame ? undefined : { before: { ids: before }, after: { ids } } };
	});
	await refreshNodes(deps);
	return { ids };
};
