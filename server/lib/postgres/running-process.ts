import { execFile } from 'node:child_process';
import { readFile, readlink, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';

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
