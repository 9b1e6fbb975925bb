import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FindAsNumber, NetworkTable } from '../lib/network-table.ts';
import { reasonOf, StartProblem } from '../lib/start-problem.ts';

const SHIPPED = fileURLToPath(new URL('hosting-networks.txt', import.meta.url));
const LINE = /^(?:AS)?(\d{1,10})(?:\s|$)/i;

/** Each line begins with an AS number. @throws StartProblem if the file can't be read or a line has no number. */
export function readHostingNetworks(file: string = SHIPPED): ReadonlySet<number> {
	const numbers = linesOf(file).map((line) => {
		const [, number] = LINE.exec(line) ?? [];
		if (!number) throw new StartProblem(`HOSTING_NETWORKS_FILE: “${line}” doesn't start with an AS number.`);
		return Number(number);
	});
	return new Set(numbers);
}

export type HostingDeps = { networkTable: Pick<NetworkTable, 'findAsNumber'>; hostingNetworks: ReadonlySet<number> };

export function createFindHostingNetwork({ networkTable, hostingNetworks }: HostingDeps): FindAsNumber {
	return (address) => {
		const number = networkTable.findAsNumber(address);
		return number !== undefined && hostingNetworks.has(number) ? number : undefined;
	};
}

function linesOf(file: string): string[] {
	try {
		const lines = readFileSync(file, 'utf8').split('\n');
		return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
	} catch (cause) {
		throw new StartProblem(`HOSTING_NETWORKS_FILE: couldn't read ${file}: ${reasonOf(cause)}.`, { cause });
	}
}
