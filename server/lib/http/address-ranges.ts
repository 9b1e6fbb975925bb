import { BlockList, isIP } from 'node:net';

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

export function isAddressOrRange(text: string): boolean {
	const [address = '', bits, ...rest] = text.split('/');
	const version = isIP(address);
	if (version === 0 || rest.length > 0) return false;
	return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Accepts ranges with or without prefix length. Also matches IPv4-mapped IPv6. */
export function inRanges(ranges: readonly string[]): (ip: string) => boolean {
	const list = new BlockList();
	for (const range of ranges) {
		const [address = '', length] = range.split('/');
		const kind = kindOf(address);
		list.addSubnet(address, Number(length ?? (kind === 'ipv6' ? 128 : 32)), kind);
	}
	// A proxy may pass on any text, and BlockList throws on an invalid address.
	return (ip) => isIP(ip) !== 0 && list.check(ip, kindOf(ip));
}

export function withoutBrackets(hostname: string): string {
	return hostname.replace(/^\[(.*)\]$/, '$1');
}

function kindOf(address: string): 'ipv4' | 'ipv6' {
	return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
