import { spawn } from 'node:child_process';
import { type FileHandle, open } from 'node:fs/promises';
import { reasonOf, StartProblem } from '../start-problem.ts';

/** Passed as file descriptor 3 to PostgreSQL, which then holds the lock too, also as an orphan. */
export type FolderLock = { fd: number; release: () => Promise<void> };

/**
 * Takes the exclusive lock (flock) on a folder. The kernel keeps it until this process and every process that inherited
 * `fd` have ended, so it holds across users and across PID, IPC and mount namespaces, where process ids say nothing.
 * Only Linux has such namespaces; elsewhere there is no flock program, and every attempt succeeds.
 * @returns undefined when another process holds the lock.
 * @throws StartProblem when the folder cannot be opened or the program flock is missing.
 */
export async function lockFolder(folder: string): Promise<FolderLock | undefined> {
	const file = await open(folder, 'r').catch((cause) => {
		throw new StartProblem(
			`Couldn’t read the data folder ${folder}: ${reasonOf(cause)}. Run this as the user who owns it.`,
			{ cause },
		);
	});
	if (process.platform === 'linux' && !(await runFlock(file))) {
		await file.close();
		return undefined;
	}
	return { fd: file.fd, release: () => file.close() };
}

/** The lock belongs to the open file, which the child shares with us, so it outlives the child. */
async function runFlock(file: FileHandle): Promise<boolean> {
	const code = await new Promise<number | null>((resolve, reject) => {
		const child = spawn('flock', ['--exclusive', '--nonblock', '3'], {
			stdio: ['ignore', 'ignore', 'ignore', file.fd],
		});
		child.once('error', reject);
		child.once('exit', resolve);
	}).catch(async (cause) => {
		await file.close();
		throw new StartProblem(`Couldn’t run flock: ${reasonOf(cause)}. Install the package util-linux.`, {
			cause,
		});
	});
	return code === 0;
}
