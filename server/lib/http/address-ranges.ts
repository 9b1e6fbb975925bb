import { BlockList, isIP } from 'node:net';

/** This machine, and networks that nobody outside can reach. */
export const privateRanges = [
	'127.0.0.0/8',
	'10.0.0.0/8',
	'172.16.0.0/12',
	'192.168.0.0/16',
	'169.254.0.0/16',
	'::1/128',
	'fc00::/7',
	'fe80::/10',
] as const;

/**
 * Whether an address is in one of these ranges; what is no address never is. An IPv4 one may show up as `::ffff:a.b.c.d`, or
 * in hexadecimal. @param ranges addresses, with the length of their prefix or alone
 */
export function inRanges(ranges: readonly string[]): (ip: string) => boolean {
	const list = new BlockList();
	for (const range of ranges) {
		const [address = '', length] = range.split('/');
		const kind = kindOf(address);
		list.addSubnet(address, Number(length ?? (kind === 'ipv6' ? 128 : 32)), kind);
	}
	// A proxy can be made to pass on anything, and the list throws at what is no address.
	return (ip) => isIP(ip) !== 0 && list.check(ip, kindOf(ip));
}

function kindOf(address: string): 'ipv4' | 'ipv6' {
	return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
