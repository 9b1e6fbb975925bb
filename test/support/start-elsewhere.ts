import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { canRun } from '../../server/lib/postgres/programs.ts';
import { findProcess } from '../../server/lib/postgres/running-process.ts';

const PROGRAM = join(import.meta.dirname, '../programs/start-postgres.ts');
const run = promisify(execFile);

export const isRoot = process.getuid?.() === 0;
export const UNPRIVILEGED = { uid: 65_534, gid: 65_534 };
export const canRunUnprivileged =
	isRoot && (await canRun(process.execPath, UNPRIVILEGED)) && (await canRun(dirname(PROGRAM), UNPRIVILEGED));

/** Runs a program in pid, IPC and user or mount namespaces of its own. */
export const OTHER_NAMESPACES = [
	'unshare',
	...(isRoot ? [] : ['--map-root-user']),
	'--pid',
	'--ipc',
	'--fork',
	'--kill-child',
	'--mount-proc',
];
export const canUnshare = await run('unshare', [...OTHER_NAMESPACES.slice(1), 'true']).then(
	() => true,
	() => false,
);

export type Elsewhere = { child: ChildProcess; ownerUrl: string; refusal: string | undefined };

/** Starts PostgreSQL from a process of its own, which SIGKILLs itself if something arrives on its standard input. */
export async function startElsewhere(
	folder: string,
	user?: { uid: number; gid: number },
	wrapper: readonly string[] = [],
): Promise<Elsewhere> {
	const [program = '', ...args] = [...wrapper, process.execPath, PROGRAM, folder];
	const child = spawn(program, args, { ...user, stdio: ['pipe', 'pipe', 'ignore'] });
	for await (const line of createInterface({ input: child.stdout })) {
		const [word, ...rest] = line.split(' ');
		if (word === 'READY') return { child, ownerUrl: JSON.parse(rest.join(' ')).ownerUrl, refusal: undefined };
		if (word === 'REFUSED') return { child, ownerUrl: '', refusal: rest.join(' ') };
	}
	throw new Error('the starter ended without a word');
}

export function killStarter(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL') {
	if (child.exitCode !== null || child.signalCode !== null) return;
	return new Promise<void>((resolve) => {
		child.once('exit', () => resolve());
		child.kill(signal);
	});
}

export async function postmasterPid(folder: string): Promise<number | undefined> {
	const text = await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8').catch(() => undefined);
	return text === undefined ? undefined : Number(text.split('\n')[0]);
}

export async function stopOrphan(folder: string): Promise<void> {
	const pid = await postmasterPid(folder);
	if (pid === undefined || (await findProcess(pid))?.program !== 'postgres') return;
	process.kill(pid, 'SIGQUIT');
	while (await findProcess(pid)) await sleep(10);
}
