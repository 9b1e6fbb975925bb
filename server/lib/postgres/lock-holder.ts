import { readFile, readlink, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { nameOfUser } from '../folders.ts';
import { StartProblem } from '../start-problem.ts';

const FILE = 'lock';
/** Magic numbers of file systems that only one machine mounts: ext, xfs, btrfs, zfs, f2fs, bcachefs, overlay, tmpfs. */
const OF_ONE_MACHINE = [0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0xca451a4e, 0x794c7630, 0x01021994];

/** `machine` and `boot` are empty where a container or the service manager hides them. */
type Holder = {
	pid: number;
	pids: string;
	program: string;
	user: string;
	since: string;
	host: string;
	machine: string;
	boot: string;
};

/** Records the holder for error messages only; the kernel holds the lock. Call only with the lock. */
export async function writeHolder(folder: string): Promise<void> {
	const uid = process.getuid?.() ?? 0;
	const holder: Holder = {
		pid: process.pid,
		pids: await ownPids(),
		program: basename(process.argv[1] ?? ''),
		user: (await nameOfUser(uid)) ?? String(uid),
		since: new Date().toISOString(),
		host: hostname(),
		...(await thisMachine()),
	};
	const file = join(folder, FILE);
	await writeFile(`${file}.new`, JSON.stringify(holder), { flush: true })
		.then(() => rename(`${file}.new`, file))
		.catch(() => {});
}

export async function removeHolder(folder: string): Promise<void> {
	await rm(join(folder, FILE), { force: true });
}

/** Call only with the lock. @throws StartProblem if another machine left the folder in use. */
export async function requireOurMachine(folder: string): Promise<void> {
	const holder = await readHolder(folder);
	if (!holder || (await isFromHere(holder, folder))) return;
	throw new StartProblem(
		`The machine ${holder.host} uses the data folder ${folder} since ${holder.since}. If it no longer does, repeat this with --take-over.`,
	);
}

/** @returns words that begin a sentence about the holder of the lock. */
export async function describeHolder(folder: string): Promise<string> {
	const holder = await readHolder(folder);
	if (!holder) return 'Another process';
	const { pid, pids, program, user, since, host } = holder;
	const isNear = pids === (await ownPids());
	const what = isNear && !isTaken(pid) ? `PostgreSQL of the ended process ${pid}` : `Process ${pid}`;
	return `${what} (${program} as ${user}, since ${since}${isNear ? '' : `, in another container or namespace on ${host}`})`;
}

export function isTaken(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

async function readHolder(folder: string): Promise<Holder | undefined> {
	try {
		return JSON.parse(await readFile(join(folder, FILE), 'utf8'));
	} catch {
		return undefined;
	}
}

async function isFromHere({ machine, boot }: Holder, folder: string): Promise<boolean> {
	const here = await thisMachine();
	if (boot !== '' && boot === here.boot) return true;
	if (machine !== '' && here.machine !== '') return machine === here.machine;
	// Containers often lack a machine id. On these file systems, no other machine can use a disk that this one has
	// mounted.
	return OF_ONE_MACHINE.includes((await statfs(folder)).type);
}

async function thisMachine(): Promise<Pick<Holder, 'machine' | 'boot'>> {
	const read = (file: string) =>
		readFile(file, 'utf8')
			.then((text) => text.trim())
			.catch(() => '');
	const [machine, boot] = await Promise.all([read('/etc/machine-id'), read('/proc/sys/kernel/random/boot_id')]);
	return { machine, boot };
}

/** Returns a name of this process's pid namespace. */
const ownPids = (): Promise<string> => readlink('/proc/self/ns/pid').catch(() => '');
