import type { FindCountry } from '../../lib/network-table.ts';

/** Returns true for unknown countries. */
export type IsServed = (ip: string) => boolean;

export function createIsServed(findCountry: FindCountry, config: { countriesNotServed: readonly string[] }): IsServed {
	return (ip) => config.countriesNotServed.length === 0 || !config.countriesNotServed.includes(findCountry(ip) ?? '');
}
