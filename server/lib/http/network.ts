import { isIPv4 } from 'node:net';
import { visitorOf } from './rate-limit.ts';

export function networkOf(ip: string | null): string | null {
	if (!ip) return null;
	const visitor = visitorOf(ip);
	return isIPv4(visitor) ? visitor.replace(/\d+$/, 'x') : visitor;
}
