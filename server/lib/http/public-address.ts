import { lookup } from 'node:dns';
import { BlockList, isIPv4, isIPv6, type LookupFunction } from 'node:net';

/** Source: the IANA registries of special-purpose addresses. */
const special = new BlockList();
for (const range of [
	'0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,192.0.2.0/24',
	'192.88.99.0/24,192.168.0.0/16,198.18.0.0/15,198.51.100.0/24,203.0.113.0/24,224.0.0.0/4,240.0.0.0/4',
].flatMap((line) => line.split(','))) {
	const [net = '', bits] = range.split('/');
	special.addSubnet(net, Number(bits), 'ipv4');
}
// Also excludes IPv6 tunnels, which lead to IPv4 addresses that are not checked.
for (const range of ['2001::/32', '2001:db8::/32', '2002::/16', '3fff::/20']) {
	const [net = '', bits] = range.split('/');
	special.addSubnet(net, Number(bits), 'ipv6');
}
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');

export function isPublic(address: string): boolean {
	if (isIPv4(address)) return !special.check(address, 'ipv4');
	return isIPv6(address) && unicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

export function requirePublic(address: string): void {
	if (!isPublic(address)) throw new Error(`${address} isn't a public address`);
}

/** Checks the address to which the connection is then made, to prevent DNS rebinding. */
export const lookupPublic: LookupFunction = (name, options, done) => {
	lookup(name, { ...options, all: true }, (error, found) => {
		if (error) return done(error, '');
		const hidden = found.find(({ address }) => !isPublic(address));
		const [first] = found;
		if (hidden || !first) return done(new Error(`${name} has no public address`), '');
		if (options.all) done(null, found);
		else done(null, first.address, first.family);
	});
};
