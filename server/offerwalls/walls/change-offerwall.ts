import { isDeepStrictEqual } from 'node:util';
import { requireSecond } from '../../accounts/second-person.ts';
import { type StaffCall, withAudit } from '../../accounts/with-audit.ts';
import type { Tx } from '../../lib/db/database.ts';
import { countUp, lockSavedWalls } from '../saved-walls/store-saved-walls.ts';
import { fieldsThatTakeTwo } from '../saved-walls/what-takes-two.ts';
import { lockWallChange, updateWallChange, type WallChange } from './store-walls.ts';
import type { WallSettings } from './wall.ts';
import { type ChangeWallsDeps, refreshNodes, savedWallOf, settingsNow } from './wall-changes.ts';

/** @throws CallError `not-found`; SecondPersonNeeded to switch a wall on or shorten its hold. */
export const adminChangeOfferwall: StaffCall<'adminChangeOfferwall', ChangeWallsDeps> = async (deps, input, admin) => {
	const { id, reason, ...request } = input;
	const { settings } = savedWallOf(deps, id);
	const action = { action: 'change-offerwall', reason, details: { wall: id } };
	const result = await withAudit(deps, admin, action, async (tx) => {
		const { before, after, isNew } = await writeChange(tx, id, settings, request);
		if (fieldsThatTakeTwo({ id, ...before }, { id, ...after }).length > 0) requireSecond(admin);
		return { result: { id, ...after, changed: isNew }, change: isNew ? { before, after } : undefined };
	});
	await refreshNodes(deps);
	return result;
};

type WallChangeRequest = { [Key in keyof WallChange]?: WallChange[Key] | undefined };

async function writeChange(tx: Tx, wallId: string, settings: WallSettings, request: WallChangeRequest) {
	// Takes the locks in the order of saving an entry.
	await lockSavedWalls(tx);
	const stood = await lockWallChange(tx, wallId);
	const requested = Object.entries(request).filter(([, value]) => value !== undefined);
	const change: WallChange = { ...stood, ...Object.fromEntries(requested) };
	const isNew = !isDeepStrictEqual(change, stood);
	if (isNew) {
		await updateWallChange(tx, wallId, change);
		await countUp(tx, wallId);
	}
	return { before: settingsNow(settings, stood), after: settingsNow(settings, change), isNew };
}
