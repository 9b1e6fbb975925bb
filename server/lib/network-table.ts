import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { Reader, type Response } from 'mmdb-lib';
import { DAY_MS } from '../../contract/durations.ts';
import type { Attribution } from '../../contract/site/status.ts';
import type { Log } from './clock-and-log.ts';
import { reasonOf, StartProblem } from './start-problem.ts';

export type FindCountry = (address: string) => string | undefined;
export type FindAsNumber = (address: string) => number | undefined;

type Facts = { type: string; builtMs: number; attribution: Attribution };

export type NetworkTable = Awaited<ReturnType<typeof openNetworkTable>>;

/** Field names of DB-IP Lite, IPinfo Lite and MaxMind. */
type Row = {
	country?: string | { iso_code?: string };
	registered_country?: { iso_code?: string };
	country_code?: string;
	asn?: string;
	autonomous_system_number?: number;
	traits?: { autonomous_system_number?: number };
};
type Table = { get: (address: string) => Row | undefined; facts: Facts };

const COUNTRY = /^[A-Z]{2}$/;
const LOOK_MS = 60_000;
const OLD_MS = 30 * DAY_MS;
const NETWORKS_LOOKED_AT = 10_000;

const sources: readonly (Attribution & { of: RegExp })[] = [
	{ of: /^DBIP/i, text: 'IP Geolocation by DB-IP', url: 'https://db-ip.com' },
	{ of: /ipinfo/i, text: 'IP address data powered by IPinfo', url: 'https://ipinfo.io' },
	{
		of: /^GeoLite/i,
		text: 'This product includes GeoLite Data created by MaxMind, available from https://www.maxmind.com',
		url: 'https://www.maxmind.com',
	},
];

/**
 * Reads the table again when the file changes. An unreadable new file leaves the previous table in use.
 * @throws StartProblem if the file can't be read or has no countries.
 */
export async function openNetworkTable(file: string | undefined, log: Pick<Log, 'info' | 'warn'>, lookMs = LOOK_MS) {
	// The version is read before the file, so that a change during the reading is noticed later.
	let version = file === undefined ? undefined : await versionOf(file);
	let table = file === undefined ? undefined : await readAtStart(file);
	const reload = async (changed: string) => {
		const now = await versionOf(changed);
		if (now === version) return;
		version = now;
		try {
			table = await readTable(changed);
			log.info({ file }, 'reloaded NETWORK_TABLE');
		} catch (err) {
			log.warn({ err, file }, "couldn't reload NETWORK_TABLE, so the previous one stays in use");
		}
	};
	const timer = file === undefined ? undefined : setInterval(reload, lookMs, file).unref();
	return {
		findCountry: (address: string) => countryOf(table?.get(address)),
		findAsNumber: (address: string) => asNumberOf(table?.get(address)),
		facts: () => table?.facts,
		close: () => clearInterval(timer),
	};
}

async function versionOf(file: string): Promise<string | undefined> {
	try {
		const { ino, size, mtimeMs } = await stat(file);
		return `${ino} ${size} ${mtimeMs}`;
	} catch {
		return undefined;
	}
}

export function ageProblem(facts: Facts | undefined, nowMs: number): string | undefined {
	if (!facts || nowMs - facts.builtMs <= OLD_MS) return undefined;
	const days = Math.floor((nowMs - facts.builtMs) / DAY_MS);
	return `The country data (NETWORK_TABLE) is ${days} days old, so countries may be wrong. Replace the file.`;
}

async function readAtStart(file: string): Promise<Table> {
	try {
		return await readTable(file);
	} catch (cause) {
		throw new StartProblem(`NETWORK_TABLE: couldn't read ${file}: ${reasonOf(cause)}.`, { cause });
	}
}

async function readTable(file: string): Promise<Table> {
	const reader = new Reader<Row & Response>(await readFile(file));
	if (!hasCountries(reader)) throw new Error('it has no countries');
	const { databaseType: type, buildEpoch, description } = reader.metadata;
	const source = sources.find(({ of }) => of.test(type));
	const described = (description as unknown as Record<string, string> | undefined)?.en ?? type;
	return {
		// The address may be an IPv6 /64 block or an IPv4-mapped IPv6 address.
		get(address) {
			const one = address.replace(/^::ffff:(?=\d+\.)|\/64$/gi, '');
			return isIP(one) ? (reader.get(one) ?? undefined) : undefined;
		},
		facts: {
			type,
			builtMs: buildEpoch.getTime(),
			attribution: { text: source?.text ?? described, url: source?.url ?? null },
		},
	};
}

/** Refuses a table of AS numbers only, which would admit all countries. Checks the first IPv4 networks. */
function hasCountries(reader: Reader<Row & Response>): boolean {
	let start = 0;
	for (let n = 0; n < NETWORKS_LOOKED_AT && start < 2 ** 32; n += 1) {
		const address = [24, 16, 8, 0].map((bits) => (start >>> bits) & 255).join('.');
		const [row, prefix] = reader.getWithPrefixLength(address);
		if (countryOf(row ?? undefined)) return true;
		start += 2 ** (32 - Math.min(prefix, 32));
	}
	return false;
}

function countryOf(row: Row | undefined): string | undefined {
	if (!row) return undefined;
	const { country, country_code, registered_country } = row;
	const named = typeof country === 'object' ? country.iso_code : country;
	return [country_code, named, registered_country?.iso_code].find((text) => text !== undefined && COUNTRY.test(text));
}

function asNumberOf(row: Row | undefined): number | undefined {
	if (!row) return undefined;
	const found = row.autonomous_system_number ?? row.traits?.autonomous_system_number ?? row.asn?.replace(/^AS/, '');
	return Number(found) || undefined;
}
