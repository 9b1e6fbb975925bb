import { inRanges } from '../../../lib/http/address-ranges.ts';
import { rejectionReasons } from '../../postbacks/received-postback.ts';
import { isSameText } from '../../postbacks/same-text.ts';
import type { Wall } from '../wall.ts';

/** Runs before the signature check. @returns the objection, for the log. */
export type WallGuard = (wall: Wall, pathKey: string | undefined, ip: string) => string | undefined;

export const guardWall: WallGuard = (wall, pathKey, ip) => {
	// An unexpected key is an error: the operator would trust missing protection.
	if (!isSameText(wall.pathKey ?? '', pathKey ?? '')) return rejectionReasons.pathKey;
	if (!isAllowedAt(wall)(ip)) return rejectionReasons.notThePartner;
	return undefined;
};

/** Caches slow parsing. A changed entry creates a new wall object. */
const allowed = new WeakMap<Wall, (ip: string) => boolean>();

function isAllowedAt(wall: Wall): (ip: string) => boolean {
	const known = allowed.get(wall);
	if (known) return known;
	const isAllowed = wall.allowedIps.length > 0 ? inRanges(wall.allowedIps) : () => true;
	allowed.set(wall, isAllowed);
	return isAllowed;
}
