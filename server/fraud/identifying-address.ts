import { isIP } from 'node:net';
import { inRanges, privateRanges } from '../lib/http/address-ranges.ts';

/** Private networks and carrier-grade NAT, shared by unrelated users. */
const SHARED = [...privateRanges, '100.64.0.0/10', '0.0.0.0/8'];

export const PRIVATE_NETWORK =
	'^(127\\.|10\\.|172\\.(1[6-9]|2[0-9]|3[01])\\.|192\\.168\\.|169\\.254\\.|100\\.(6[4-9]|[7-9][0-9]|1[01][0-9]|12[0-7])\\.|0\\.|0:0:0:0::|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)';

/** Returns false for addresses shared by unrelated visitors. */
export function createIdentifiesUser(proxies: readonly string[]): (ip: string) => boolean {
	// Named groups such as `loopback` are in the private ranges already.
	const isShared = inRanges([...SHARED, ...proxies.filter((one) => isIP(one.split('/')[0] ?? ''))]);
	return (ip) => !isShared(ip);
}
