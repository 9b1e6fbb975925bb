import { isIP } from 'node:net';
import { inRanges, privateRanges } from '../lib/http/addresses.ts';

/** Address ranges shared by unrelated users: private networks and carrier-grade NAT. */
const SHARED = [...privateRanges, '100.64.0.0/10', '0.0.0.0/8'];

export const PRIVATE_NETWORK =
	'^(127\\.|10\\.|172\\.(1[6-9]|2[0-9]|3[01])\\.|192\\.168\\.|169\\.254\\.|100\\.(6[4-9]|[7-9][0-9]|1[01][0-9]|12[0-7])\\.|0\\.|0:0:0:0::|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)';

export function createIdentifiesUser(proxies: readonly string[]): (ip: string) => boolean {
	// Named groups such as `loopback` are left out, because the private ranges include them.
	const isShared = inRanges([...SHARED, ...proxies.filter((one) => isIP(one.split('/')[0] ?? ''))]);
	return (ip) => !isShared(ip);
}
