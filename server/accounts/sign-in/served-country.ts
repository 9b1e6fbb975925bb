import type { FindCountry } from '../../lib/countries.ts';

/** Whether people at this address are served. Where its country is not known they are: nobody pays for what a table lacks. */
export type IsServed = (ip: string) => boolean;

/** @param notServed countries as ISO 3166 has them */
export function createIsServed(findCountry: FindCountry, notServed: readonly string[]): IsServed {
	const refused = new Set(notServed);
	return (ip) => refused.size === 0 || !refused.has(findCountry(ip) ?? '');
}
