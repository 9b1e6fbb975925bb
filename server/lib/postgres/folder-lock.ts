import { spawn } from 'node:child_process';
import { type FileHandle, open } from 'node:fs/promises';
import { reasonOf, StartProblem } from '../start-problem.ts';

/** PostgreSQL inherits `fd` as descriptor 3 and thereby holds the lock, even when orphaned. */
export type FolderLock = { fd: number; release: () => Promise<void> };

/** The lock is held until every process that inherited `fd` has ended. Unlike pids, it works across namespaces. */
export async function lockFolder(folder: string): Promise<FolderLock | undefined> {
	const file = await open(folder, 'r').catch((cause) => {
		throw new StartProblem(
			`Couldn't read the data folder ${folder}: ${reasonOf(cause)}. Run this as the user who owns it.`,
			{ cause },
		);
	});
	if (process.platform === 'linux' && !(await runFlock(file))) {
		await file.close();
		return undefined;
	}
	return { fd: file.fd, release: () => file.close() };
}

async function runFlock(file: FileHandle): Promise<boolean> {
	const code = await new Promise<number | null>((resolve, reject) => {
		const child = spawn('flock', ['--exclusive', '--nonblock', '3'], {
			stdio: ['ignore', 'ignore', 'ignore', file.fd],
		});
		child.once('error', reject);
		child.once('exit', resolve);
	}).catch(async (cause) => {
		await file.close();
		throw new StartProblem(`Couldn't run flock: ${reasonOf(cause)}. Install the package util-linux.`, {
			cause,
		});
	});
	return code === 0;
}
