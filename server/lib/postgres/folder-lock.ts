import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	chmod,
	type FileHandle,
	mkdir,
	open,
	readFile,
	readlink,
	rename,
	rm,
	stat,
	statfs,
	writeFile,
} from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { nameOfUser, wrongUser } from '../folders.ts';
import { reasonOf, StartProblem } from '../start-problem.ts';
import { reach, SOCKET_NAME } from './programs.ts';

const HELD = 1;

/** PostgreSQL inherits `fd` as descriptor 3 and thereby holds the lock, even when orphaned. */
export type FolderLock = { fd: number; release: () => Promise<void> };

/**
 * The kernel holds the lock until every process that inherited `fd` has ended. Unlike pids, it works across namespaces
 * and users.
 *
 * @returns undefined if another process holds it. @throws StartProblem if another machine may hold it.
 */
export async function lockFolder(folder: string): Promise<FolderLock | undefined> {
	const file = await open(folder, 'r').catch(async (cause) => {
		if (cause.code === 'EACCES') throw await wrongUser(folder, cause);
		throw new StartProblem(`Couldn't read the data folder ${folder}: ${reasonOf(cause)}.`, { cause });
	});
	if (process.platform !== 'linux') return { fd: file.fd, release: () => file.close() };
	try {
		if (await runFlock(file)) {
			await requireOurMachine(folder);
			await writeHolder(folder);
			const release = () => removeHolder(folder).finally(() => file.close());
			return { fd: file.fd, release };
		}
	} catch (error) {
		await file.close();
		throw error;
	}
	await file.close();
	return undefined;
}

/** Deletes the record that another machine uses the folder, unless a process of this machine uses it. */
export async function takeOver(folder: string): Promise<void> {
	const file = await open(folder, 'r').catch(() => undefined);
	if (!file) return;
	try {
		if (await runFlock(file)) await removeHolder(folder);
	} finally {
		await file.close();
	}
}

async function runFlock(file: FileHandle): Promise<boolean> {
	const code = await new Promise<number | null>((resolve, reject) => {
		const child = spawn('flock', ['--exclusive', '--nonblock', '3'], {
			stdio: ['ignore', 'ignore', 'ignore', file.fd],
		});
		child.once('error', reject);
		child.once('exit', resolve);
	}).catch((cause) => {
		throw new StartProblem(`Couldn't run flock: ${reasonOf(cause)}. Install the package util-linux.`, { cause });
	});
	if (code === 0 || code === HELD) return code === 0;
	throw new StartProblem("Couldn't lock the data folder: its file system has no locks. Set DATA_DIR to a local disk.");
}

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
async function writeHolder(folder: string): Promise<void> {
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

async function removeHolder(folder: string): Promise<void> {
	await rm(join(folder, FILE), { force: true });
}

/** Call only with the lock. @throws StartProblem if another machine left the folder in use. */
async function requireOurMachine(folder: string): Promise<void> {
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

export type RunningProcess = {
	pid: number;
	/** Changes when the parent dies, which identifies an orphan. */
	parentPid: number;
	program: string;
	args: string[];
};

export async function findProcess(pid: number): Promise<RunningProcess | undefined> {
	if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
	return process.platform === 'linux' ? findInProc(pid) : findWithPs(pid);
}

/** @returns whether the process has this user and our namespaces; false if they are hidden. */
export async function isOurs(pid: number, uid: number | undefined): Promise<boolean> {
	if (process.platform !== 'linux') return true;
	const namespacesOf = (process: number | 'self') =>
		Promise.all(['pid', 'user', 'ipc', 'mnt'].map((kind) => readlink(`/proc/${process}/ns/${kind}`)));
	try {
		const [owner, theirs, own] = await Promise.all([stat(`/proc/${pid}`), namespacesOf(pid), namespacesOf('self')]);
		return owner.uid === uid && theirs.join() === own.join();
	} catch {
		return false;
	}
}

async function findInProc(pid: number): Promise<RunningProcess | undefined> {
	try {
		const [stat, commandLine] = await Promise.all([
			readFile(`/proc/${pid}/stat`, 'utf8'),
			readFile(`/proc/${pid}/cmdline`, 'utf8'),
		]);
		const [state, parentPid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		if (state === 'Z' || state === 'X') return undefined;
		const program = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
		return { pid, parentPid: Number(parentPid), program, args: commandLine.split('\0').slice(0, -1) };
	} catch {
		return undefined;
	}
}

async function findWithPs(pid: number): Promise<RunningProcess | undefined> {
	try {
		const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=,stat=,args=', '-p', String(pid)]);
		const [parentPid, state, ...args] = stdout.trim().split(/\s+/);
		if (!state || state.startsWith('Z')) return undefined;
		return { pid, parentPid: Number(parentPid), program: basename(args[0] ?? ''), args };
	} catch {
		return undefined;
	}
}

const FOLDER = 'control';

/**
 * Forwards connections of commands to PostgreSQL. Only the holder of the lock may call this. @returns a function that
 * ends it
 */
export async function openControlSocket(dataDir: string, postgresFolder: string): Promise<() => Promise<void>> {
	const folder = join(dataDir, FOLDER);
	await mkdir(folder, { recursive: true, mode: 0o700 });
	await chmod(folder, 0o700);
	const { socketFolder, release } = reach(folder);
	const path = join(socketFolder, SOCKET_NAME);
	// A killed service leaves its socket file.
	await rm(path, { force: true });
	const open = new Set<Socket>();
	const server = createServer((command) => {
		const postgres = connect(join(postgresFolder, SOCKET_NAME));
		for (const [socket, other] of [[command, postgres] as const, [postgres, command] as const]) {
			open.add(socket);
			socket.on('error', () => {});
			socket.on('close', () => {
				open.delete(socket);
				other.destroy();
			});
			socket.pipe(other);
		}
	});
	await once(server.listen(path), 'listening');
	await chmod(path, 0o600);
	return async () => {
		const closed = new Promise((resolve) => server.close(resolve));
		for (const socket of open) socket.destroy();
		await closed;
		release();
	};
}

/**
 * @returns the folder of the service's socket, or undefined if no service runs. @throws StartProblem if this user may
 * not open it
 */
export async function findControlSocket(dataDir: string): Promise<string | undefined> {
	try {
		const { socketFolder } = reach(join(dataDir, FOLDER));
		return (await isListening(socketFolder)) ? socketFolder : undefined;
	} catch (cause) {
		const { code } = cause as NodeJS.ErrnoException;
		if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
		throw code === 'EACCES' ? await wrongUser(dataDir, cause) : cause;
	}
}

/** Tries to connect, because only a living process accepts. This works across namespaces. */
export async function isListening(socketFolder: string): Promise<boolean> {
	const socket = connect(join(socketFolder, SOCKET_NAME));
	try {
		await once(socket, 'connect');
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false;
		throw error;
	} finally {
		socket.destroy();
	}
}
