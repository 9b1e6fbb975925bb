import { inRanges } from '../../../lib/http/address-ranges.ts';
import { isSameText } from '../../../lib/secrets/same-text.ts';
import { rejectionReasons } from '../../postbacks/received-postback.ts';
import type { Wall } from '../wall.ts';

/** Checks path key and IP address before the signature. @returns the objection, for the log. */
export type WallGuard = (wall: Wall, pathKey: string | undefined, ip: string) => string | undefined;

export const guardWall: WallGuard = (wall, pathKey, ip) => {
	// A path key that the wall does not have is refused, or the operator would rely on missing protection.
	if (!isSameText(wall.pathKey ?? '', pathKey ?? '')) return rejectionReasons.pathKey;
	if (!isAllowedAt(wall)(ip)) return rejectionReasons.notThePartner;
	return undefined;
};

const allowed = new WeakMap<Wall, (ip: string) => boolean>();

function isAllowedAt(wall: Wall): (ip: string) => boolean {
	const known = allowed.get(wall);
	if (known) return known;
	const isAllowed = wall.allowedIps.length > 0 ? inRanges(wall.allowedIps) : () => true;
	allowed.set(wall, isAllowed);
	return isAllowed;
}
