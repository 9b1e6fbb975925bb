import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { type CountryResponse, Reader } from 'mmdb-lib';

/** @returns the ISO 3166 country of registration; undefined if unknown. */
export type FindCountry = (address: string) => string | undefined;

type Row = CountryResponse & { country_code: string };

/** Source: the registries' lists, CC0 (https://github.com/sapics/ip-location-db). An IPv6 address may be its /64. */
export function readCountries(): Promise<FindCountry> {
	reading ??= read();
	return reading;
}

let reading: Promise<FindCountry> | undefined;

async function read(): Promise<FindCountry> {
	const table = import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');
	const reader = new Reader<Row>(await readFile(new URL(table)));
	return (address) => {
		const one = address.replace(/\/64$/, '');
		return isIP(one) ? reader.get(one)?.country_code : undefined;
	};
}
