import { lookup } from 'node:dns';
import { isIP, isIPv4, type LookupFunction } from 'node:net';
import { inRanges, withoutBrackets } from './address-ranges.ts';
import { isLoopback } from './rate-limit.ts';

/** Source: the IANA registries of special-purpose addresses. */
const isSpecial = inRanges(
	[
		'0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,192.0.2.0/24',
		'192.88.99.0/24,192.168.0.0/16,198.18.0.0/15,198.51.100.0/24,203.0.113.0/24,224.0.0.0/4,240.0.0.0/4',
		// Tunnels lead to IPv4 addresses that are not checked.
		'2001::/32,2001:db8::/32,2002::/16,3fff::/20',
	].flatMap((line) => line.split(',')),
);
const isUnicast = inRanges(['2000::/3']);
const OWN_NAMES = /(^|\.)(localhost|local|internal|lan|home|corp|test|invalid)\.?$/i;

export function isPublic(address: string): boolean {
	return (isIPv4(address) || isUnicast(address)) && !isSpecial(address);
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

/** Checks the text only; each request checks the resolved IP address. */
export function addressProblem(text: string): string | undefined {
	const url = URL.parse(text.replaceAll(/[{}]/g, ''));
	if (url?.protocol !== 'https:') return 'must be an https URL';
	if (url.username || url.password) return "can't contain a user name or password";
	const host = withoutBrackets(url.hostname);
	const isOwn = isIP(host) ? !isPublic(host) : OWN_NAMES.test(host) || !host.includes('.');
	return isOwn ? 'must be a public address' : undefined;
}

/** Programs on this machine are allowed outside production. */
export function isLocalUrl({ hostname, protocol }: URL, { isProduction }: { isProduction: boolean }): boolean {
	const host = withoutBrackets(hostname);
	return (
		!isProduction && /^https?:$/.test(protocol) && (host === 'localhost' || (isIP(host) !== 0 && isLoopback(host)))
	);
}

export function isPublicOrLocal(url: URL, config: { isProduction: boolean }): boolean {
	return (isLocalUrl(url, config) && !url.username && !url.password) || addressProblem(url.href) === undefined;
}
