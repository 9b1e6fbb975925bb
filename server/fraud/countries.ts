import { readFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';

/** @returns the country that this address is registered in, as ISO 3166 has it; undefined where that is not known. */
export type FindCountry = (address: string) => string | undefined;

type Table = { starts: Uint32Array | BigUint64Array; ends: Uint32Array | BigUint64Array; countries: string[] };

/** Source: the registries' own lists, CC0 (https://github.com/sapics/ip-location-db): 10 MB and half a second, read once. */
export async function readCountries(): Promise<FindCountry> {
	const [v4, v6] = await Promise.all([
		readTable(
			import.meta.resolve('@ip-location-db/geo-whois-asn-country/geo-whois-asn-country-ipv4-num.csv'),
			(rows) => new Uint32Array(rows),
			Number,
		),
		readTable(
			import.meta.resolve('@ip-location-db/geo-whois-asn-country/geo-whois-asn-country-ipv6-num.csv'),
			(rows) => new BigUint64Array(rows),
			(text) => BigInt(text) >> 64n,
		),
	]);
	return (address) => {
		if (isIPv4(address))
			return find(
				v4,
				address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0),
			);
		const prefix = /^([0-9a-f]+(?::[0-9a-f]+){3})::\/64$/.exec(address)?.[1];
		if (prefix === undefined) return undefined;
		return find(
			v6,
			BigInt(
				`0x${prefix
					.split(':')
					.map((group) => group.padStart(4, '0'))
					.join('')}`,
			),
		);
	};
}

async function readTable<Column extends Uint32Array | BigUint64Array>(
	url: string,
	makeColumn: (rows: number) => Column,
	read: (text: string) => Column[number],
): Promise<Table> {
	const text = await readFile(new URL(url), 'utf8');
	const lines = text.split('\n').filter(Boolean);
	const [starts, ends] = [makeColumn(lines.length), makeColumn(lines.length)];
	const countries = lines.map((line, row) => {
		const [start = '', end = '', country = ''] = line.trim().split(',');
		starts[row] = read(start);
		ends[row] = read(end);
		// A piece of a long text would keep all of it in memory.
		return Buffer.from(country).toString();
	});
	return { starts, ends, countries };
}

/** The last network that starts at or before the address, if it reaches that far. */
function find({ starts, ends, countries }: Table, address: number | bigint): string | undefined {
	let low = 0;
	let high = starts.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((starts[middle] ?? 0) <= address) low = middle + 1;
		else high = middle;
	}
	return low > 0 && (ends[low - 1] ?? 0) >= address ? countries[low - 1] : undefined;
}
