import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const OWNER = 65_534;
/** For `chown`. */
export const OWNER_IDS = `${OWNER}:${OWNER}`;
const NAMESPACES = ['unshare', '--pid', '--ipc', '--fork', '--mount-proc'];
/** Mounts the first folder at the second one, then runs the rest. */
const AS_VOLUME = 'mount --bind "$0" "$1" && shift && hostname box && exec "$@"';

export type Place = {
	dataDir: string;
	/** A mount point for `dataDir`. */
	volume: string;
	/** Undefined while no service runs. */
	service: { pid: number; dataDir: string } | undefined;
};

/** A way to run the product or a command. */
export type Way = {
	name: string;
	wrap(place: Place): { wrapper: readonly string[]; dataDir: string };
	/** This user may not use the folder. */
	isStranger?: true;
	/** A kill also ends its PostgreSQL. */
	isKilledWhole?: true;
	/** A kill would leave the program running, or a PostgreSQL that its service may not stop. */
	isUnkillable?: true;
	/** It runs in the service's PID namespace, which the kernel clears when the service ends. */
	endsWithService?: true;
};

const as = (id: number) => ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups'];
const inPlace =
	(...wrapper: string[]): Way['wrap'] =>
	({ dataDir }) => ({ wrapper, dataDir });

const asOwner: Way = { name: 'setpriv', wrap: inPlace(...as(OWNER)) };
const inNamespaces: Way = {
	name: 'namespaces',
	wrap: inPlace(...NAMESPACES, ...as(OWNER)),
	isKilledWhole: true,
};
const inContainer: Way = {
	name: 'volume',
	wrap: ({ dataDir, volume }) => ({
		wrapper: [...NAMESPACES, '--mount', '--uts', 'sh', '-c', AS_VOLUME, dataDir, volume, ...as(OWNER)],
		dataDir: volume,
	}),
	isKilledWhole: true,
};

export const serviceWays: readonly Way[] = [asOwner, inNamespaces, inContainer];
export const commandWays: readonly Way[] = [
	asOwner,
	inNamespaces,
	inContainer,
	{ name: 'root', wrap: inPlace() },
	{
		name: 'user namespace',
		wrap: inPlace(...as(OWNER), 'unshare', '--user', '--map-current-user'),
		isUnkillable: true,
	},
	{ name: 'stranger', wrap: inPlace(...as(OWNER - 1)), isStranger: true },
	{ name: 'sudo', wrap: inPlace('sudo', '-E', '-u', `#${OWNER}`), isUnkillable: true },
	{
		name: 'nsenter',
		wrap(place) {
			const { service } = place;
			if (!service) return asOwner.wrap(place);
			const enter = ['nsenter', '--target', String(service.pid), '--mount', '--pid', '--ipc', '--uts'];
			return { wrapper: [...enter, ...as(OWNER)], dataDir: service.dataDir };
		},
		isUnkillable: true,
		endsWithService: true,
	},
];

/** Returns the ways that this machine allows; prints the others. */
export async function possibleWays(place: Place, print: (line: string) => void): Promise<Way[]> {
	const possible: Way[] = [];
	const itself = { ...place, service: { pid: process.pid, dataDir: place.dataDir } };
	for (const way of commandWays) {
		const [program = 'true', ...args] = [...way.wrap(itself).wrapper, 'true'];
		const isPossible = await run(program, args).then(
			() => true,
			() => false,
		);
		if (isPossible) possible.push(way);
		else print(`left out: this machine does not allow ${way.name}`);
	}
	return possible;
}

/** Returns the process to signal: `unshare` forwards nothing, and a change of user loses its `--kill-child`. */
export async function innermost(pid: number): Promise<number> {
	for (let current = pid; ; ) {
		const name = await readFile(`/proc/${current}/comm`, 'utf8');
		if (name.trim() !== 'unshare') return current;
		const [child = ''] = (await readFile(`/proc/${current}/task/${current}/children`, 'utf8')).split(' ');
		current = Number(child);
	}
}
