import { isIPv4 } from 'node:net';
import { visitorOf } from './rate-limit.ts';

/** The first three bytes of IPv4, the first 64 bits of IPv6. */
export function networkOf(ip: string | null): string | null {
	if (!ip) return null;
	const visitor = visitorOf(ip);
	return isIPv4(visitor) ? visitor.replace(/\d+$/, 'x') : visitor;
}
