import { expect, test } from 'vitest';
import { readCountries } from './countries.ts';

test('the offline table knows the countries of IPv4 and IPv6 addresses', async () => {
	const find = await readCountries();
	expect(['8.8.8.8', '193.0.6.139', '2001:4860:4860:0::/64'].map(find)).toEqual(['US', 'NL', 'US']);
	expect(['127.0.0.1', '10.0.0.1', 'nonsense', '', '1.2.3'].map(find)).toEqual(Array(5).fill(undefined));
});
