import type { FindCountry } from '../../lib/network-table.ts';

/** Returns true for unknown countries. */
export type IsServed = (ip: string) => boolean;

export function createIsServed(findCountry: FindCountry, notServed: readonly string[]): IsServed {
	const refused = new Set(notServed);
	return (ip) => refused.size === 0 || !refused.has(findCountry(ip) ?? '');
}
