import { spawn } from 'node:child_process';
import { type FileHandle, open } from 'node:fs/promises';
import { wrongUser } from '../folders.ts';
import { reasonOf, StartProblem } from '../start-problem.ts';
import { removeHolder, requireOurMachine, writeHolder } from './lock-holder.ts';

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
