import { BlockList, isIP, isIPv6 } from 'node:net';

/** Addresses that many people come from without having anything to do with each other: this machine, private networks. */
const PRIVATE = [
	'127.0.0.0/8',
	'10.0.0.0/8',
	'172.16.0.0/12',
	'192.168.0.0/16',
	'169.254.0.0/16',
	'::1/128',
	'fc00::/7',
	'fe80::/10',
] as const;

/** The same of the networks that are kept of redemptions, for SQL. */
export const PRIVATE_NETWORK =
	'^(127\\.|10\\.|172\\.(1[6-9]|2[0-9]|3[01])\\.|192\\.168\\.|169\\.254\\.|0:0:0:0::|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)';

/** Whether an address tells anything of who comes from it. @param proxies as `TRUSTED_PROXIES` lists them */
export function createTellsApart(proxies: readonly string[]): (ip: string) => boolean {
	const shared = new BlockList();
	// Names of whole kinds are private ones.
	for (const range of [...PRIVATE, ...proxies.filter((one) => isIP(one.split('/')[0] ?? ''))]) {
		const [address = '', length] = range.split('/');
		const kind = isIPv6(address) ? 'ipv6' : 'ipv4';
		shared.addSubnet(address, Number(length ?? (kind === 'ipv6' ? 128 : 32)), kind);
	}
	return (ip) => isIP(ip) === 0 || !shared.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}
