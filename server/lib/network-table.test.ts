import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '../../test/support/contents-of.ts';
import { writeNetworkTable } from '../../test/support/network-table-file.ts';
import { silentLog } from '../../test/support/stubs.ts';
import { type NetworkTable, openNetworkTable } from './network-table.ts';

const folder = testFolder();
const file = join(folder, 'table.mmdb');
let table: NetworkTable | undefined;
afterEach(() => table?.close());

async function open(
	...[networks, facts]: Parameters<typeof writeNetworkTable> extends [string, ...infer R] ? R : never
) {
	writeNetworkTable(file, networks, facts);
	table = await openNetworkTable(file, silentLog, 20);
	return table;
}

describe.each([
	[
		'DB-IP Lite',
		'DBIP-Country-Lite',
		{ continent: { code: 'EU' }, country: { iso_code: 'NL', names: { en: 'Netherlands' } } },
		undefined,
		{ text: 'IP Geolocation by DB-IP', url: 'https://db-ip.com' },
	],
	[
		'IPinfo Lite',
		'ipinfo bundle_location_lite.mmdb',
		{ asn: 'AS1103', as_name: 'SURF', country: 'Netherlands', country_code: 'NL' },
		1103,
		{ text: 'IP address data powered by IPinfo', url: 'https://ipinfo.io' },
	],
	[
		'GeoLite2',
		'GeoLite2-Country',
		{ registered_country: { iso_code: 'NL' }, languages: ['en'] },
		undefined,
		{ text: expect.stringContaining('GeoLite Data created by MaxMind'), url: 'https://www.maxmind.com' },
	],
	[
		'MaxMind',
		'GeoIP2-Enterprise',
		{ country: { iso_code: 'NL' }, traits: { autonomous_system_number: 1103 } },
		1103,
		{ text: 'CC BY 4.0 by a test', url: null },
	],
])('a table of %s', (_, type, row, number, attribution) => {
	test('finds country and AS number of IPv4 and IPv6 addresses, and the attribution', async () => {
		const networks = [
			['145.100.0.0/15', row],
			['2001:610::/32', row],
		] as const;
		const builtMs = Date.UTC(2026, 10, 1);
		const { findCountry, findAsNumber, facts } = await open(networks, {
			type,
			builtMs,
			description: 'CC BY 4.0 by a test',
		});
		const inside = ['145.100.0.1', '::ffff:145.101.255.255', '2001:610:0:1::/64'];
		expect(inside.map(findCountry)).toEqual(['NL', 'NL', 'NL']);
		expect(inside.map(findAsNumber)).toEqual([number, number, number]);
		const outside = ['145.102.0.0', '127.0.0.1', '2001:611::1', 'nonsense', '', '1.2.3'];
		expect(outside.map(findCountry)).toEqual(outside.map(() => undefined));
		expect(facts()).toEqual({ type, builtMs, attribution });
	});
});

test('the table is reloaded when the file changes, but not replaced by a broken file', async () => {
	const warn = vi.spyOn(silentLog, 'warn');
	const { findCountry } = await open([['192.0.2.0/24', { country_code: 'NL' }]]);
	writeFileSync(file, 'half a fi');
	await vi.waitFor(() => expect(warn).toHaveBeenCalled());
	expect(findCountry('192.0.2.1')).toBe('NL');
	writeNetworkTable(file, [['192.0.2.0/24', { country_code: 'DE' }]]);
	await vi.waitFor(() => expect(findCountry('192.0.2.1')).toBe('DE'));
});

test('without a table every country is unknown', async () => {
	const { findCountry, findAsNumber, facts } = await openNetworkTable(undefined, silentLog);
	expect([findCountry('8.8.8.8'), findAsNumber('8.8.8.8'), facts()]).toEqual([undefined, undefined, undefined]);
});

test('a missing file, a file of another format and a table without countries stop the start', async () => {
	await expect(openNetworkTable(join(folder, 'none'), silentLog)).rejects.toThrow(
		/NETWORK_TABLE: couldn't read .*none/,
	);
	writeFileSync(file, 'text');
	await expect(openNetworkTable(file, silentLog)).rejects.toThrow('NETWORK_TABLE');
	await expect(open([['192.0.2.0/24', { autonomous_system_number: 1103 }]])).rejects.toThrow('it has no countries');
});
