import { inRanges } from '../../lib/http/address-ranges.ts';
import { whys } from '../postbacks/received-postback.ts';
import { isSameText } from '../postbacks/same-text.ts';
import type { Wall } from './wall.ts';

/** Checks path key and caller's address, before the signature. @returns why not, for the log, or undefined. */
export type WallGuard = (wall: Wall, pathKey: string | undefined, ip: string) => string | undefined;

export const guardWall: WallGuard = (wall, pathKey, ip) => {
	// One that nobody asked for is wrong too: the operator believes in a protection that is not there.
	if (!isSameText(wall.pathKey ?? '', pathKey ?? '')) return whys.pathKey;
	if (!isAllowedAt(wall)(ip)) return whys.notThePartner;
	return undefined;
};

/** Reading ranges takes longer than looking into them. A wall whose entry is changed is another one. */
const allowed = new WeakMap<Wall, (ip: string) => boolean>();

function isAllowedAt(wall: Wall): (ip: string) => boolean {
	const known = allowed.get(wall);
	if (known) return known;
	const isAllowed = wall.allowedIps.length > 0 ? inRanges(wall.allowedIps) : () => true;
	allowed.set(wall, isAllowed);
	return isAllowed;
}
