import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
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
