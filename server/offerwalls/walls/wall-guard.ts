import { BlockList, isIP } from 'node:net';
import { whys } from '../postbacks/received-postback.ts';
import { isSameText } from '../postbacks/same-text.ts';
import type { Wall } from './wall.ts';

/** Checks path key and caller's address, before the signature. @returns why not, for the log, or undefined. */
export type WallGuard = (wall: Wall, pathKey: string | undefined, ip: string) => string | undefined;

export function createWallGuard(walls: readonly Wall[]): WallGuard {
	const allowed = new Map(walls.map((wall) => [wall.id, toList(wall.allowedIps)]));
	return (wall, pathKey, ip) => {
		// One that nobody asked for is wrong too: the operator believes in a protection that is not there.
		if (!isSameText(wall.pathKey ?? '', pathKey ?? '')) return whys.pathKey;
		const list = allowed.get(wall.id);
		if (list && !isListed(list, ip)) return whys.notThePartner;
		return undefined;
	};
}

function toList(ranges: readonly string[]): BlockList | undefined {
	if (ranges.length === 0) return undefined;
	const list = new BlockList();
	for (const range of ranges) {
		const [address = '', prefix] = range.split('/');
		const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
		list.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
	}
	return list;
}

/** An IPv4 caller may show up as `::ffff:a.b.c.d`, or in hexadecimal. */
function isListed(list: BlockList, ip: string): boolean {
	const family = isIP(ip);
	// A proxy can be made to pass on anything, and the list throws at what is no address.
	return family !== 0 && list.check(ip, family === 6 ? 'ipv6' : 'ipv4');
}
