import type { Tx } from '../../lib/db/database.ts';
import { countUp, lockSavedWalls } from '../saved-walls/store-saved-walls.ts';
import { lockWallChange, updateWallChange, type WallChange } from './store-walls.ts';
import type { WallSettings } from './wall.ts';

/** What an admin wants: a value, null for what the entry says, or nothing where it is to stay as it is. */
export type WallChangeRequest = { [Key in keyof WallChange]?: WallChange[Key] | undefined };

/**
 * Keeps what an admin changes of a wall. The caller tells the nodes after the commit.
 * @returns how the wall was and how it is from the commit on.
 */
export async function changeOfferwall(
	tx: Tx,
	{ wallId, inFile, request }: { wallId: string; inFile: WallSettings; request: WallChangeRequest },
): Promise<{ before: WallSettings; after: WallSettings; isNew: boolean }> {
	// Before the change, as whoever saves the entry does.
	await lockSavedWalls(tx);
	const stood = await lockWallChange(tx, wallId);
	const change: WallChange = {
		enabled: request.enabled === undefined ? stood.enabled : request.enabled,
		minAge: request.minAge === undefined ? stood.minAge : request.minAge,
		holdHours: request.holdHours === undefined ? stood.holdHours : request.holdHours,
	};
	const isNew =
		change.enabled !== stood.enabled || change.minAge !== stood.minAge || change.holdHours !== stood.holdHours;
	if (isNew) {
		await updateWallChange(tx, wallId, change);
		await countUp(tx, wallId);
	}
	return { before: over(inFile, stood), after: over(inFile, change), isNew };
}

function over(file: WallSettings, { enabled, minAge, holdHours }: WallChange): WallSettings {
	return {
		enabled: enabled ?? file.enabled,
		minAge: minAge ?? file.minAge,
		holdHours: holdHours ?? file.holdHours,
	};
}
