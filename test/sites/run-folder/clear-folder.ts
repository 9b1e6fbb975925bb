import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Grace period, in which PostgreSQL frees its shared memory. */
const GRACE_MS = 3_000;
const POLL_MS = 50;
const POSTGRES = /^([^\0]*\/)?postgres[:\0]/;

/** Kills the processes of a folder (Linux only), unmounts and removes it. */
export async function clearFolder(folder: string): Promise<void> {
	for (const startedAt = performance.now(); ; await sleep(POLL_MS)) {
		const found = await processesIn(folder);
		if (found.length === 0) break;
		const isGrace = performance.now() - startedAt < GRACE_MS;
		for (const { pid, words } of found) sendSignal(pid, isGrace && POSTGRES.test(words) ? 'SIGQUIT' : 'SIGKILL');
	}
	const mounts = await readFile('/proc/self/mounts', 'utf8').catch(() => '');
	const points = mounts.split('\n').map((line) => line.split(' ')[1] ?? '');
	for (const point of points.filter((each) => each.startsWith(`${folder}/`))) await run('umount', ['-l', point]);
	await rm(folder, { recursive: true, force: true });
}

/** Matches cwd, environment and command line, since PostgreSQL rewrites its command line. */
async function processesIn(folder: string): Promise<{ pid: number; words: string }[]> {
	const found: { pid: number; words: string }[] = [];
	for (const name of await readdir('/proc').catch(() => [])) {
		const pid = Number(name);
		if (!(pid > 0) || pid === process.pid) continue;
		const [cwd, environment, words] = await Promise.all([
			readlink(`/proc/${name}/cwd`).catch(() => ''),
			readFile(`/proc/${name}/environ`, 'utf8').catch(() => ''),
			readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''),
		]);
		if (cwd.startsWith(folder) || environment.includes(folder) || words.includes(folder)) found.push({ pid, words });
	}
	return found;
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}
