import { isIP } from 'node:net';
import { inRanges, privateRanges } from '../lib/http/address-ranges.ts';

/** Many come from these without having anything to do with each other: private networks, and a carrier's behind one address. */
const SHARED = [...privateRanges, '100.64.0.0/10', '0.0.0.0/8'];

/** The same of the networks that are kept of redemptions, for SQL. */
export const PRIVATE_NETWORK =
	'^(127\\.|10\\.|172\\.(1[6-9]|2[0-9]|3[01])\\.|192\\.168\\.|169\\.254\\.|100\\.(6[4-9]|[7-9][0-9]|1[01][0-9]|12[0-7])\\.|0\\.|0:0:0:0::|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)';

/** Whether an address tells anything of who comes from it. @param proxies as `TRUSTED_PROXIES` lists them */
export function createTellsApart(proxies: readonly string[]): (ip: string) => boolean {
	// Names of whole kinds are private ones.
	const isShared = inRanges([...SHARED, ...proxies.filter((one) => isIP(one.split('/')[0] ?? ''))]);
	return (ip) => !isShared(ip);
}
