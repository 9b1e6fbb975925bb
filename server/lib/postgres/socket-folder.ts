import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { reasonOf, StartProblem } from '../start-problem.ts';
import { dataFolderArgument } from './data-folder.ts';
import type { PostgresUser } from './programs.ts';

export const SOCKET_FOLDER_PREFIX = 'socket-';
export const SOCKET_NAME = '.s.PGSQL.5432';
const RUN_FOLDER = '/run/lootpass';
const ADDRESS_MAX = 107;

/** `serverFolder` is the path that the server uses, `socketFolder` the path that this process uses. */
export type SocketFolder = { serverFolder: string; socketFolder: string; removeSocketFolder: () => Promise<void> };

/**
 * Creates the socket folder in the data folder, or in /run/lootpass if that path is too long. Only the lock's holder may
 * call this.
 */
export async function makeSocketFolder(dataFolder: string, user: PostgresUser): Promise<SocketFolder> {
	const inRun = fits(join(dataFolder, `${SOCKET_FOLDER_PREFIX}XXXXXX`)) ? undefined : await makeInRun(dataFolder);
	try {
		const folder = inRun ?? (await mkdtemp(join(dataFolder, SOCKET_FOLDER_PREFIX)));
		if (user) await chown(folder, user.uid, user.gid);
		const { socketFolder, release } = reach(folder);
		const removeSocketFolder = async () => {
			release();
			await rm(folder, { recursive: true, force: true });
		};
		const serverFolder = inRun ?? join(dataFolderArgument(dataFolder), basename(folder));
		return { serverFolder, socketFolder, removeSocketFolder };
	} catch (cause) {
		throw new StartProblem(`Couldn't write to ${dataFolder}: ${reasonOf(cause)}.`, { cause });
	}
}

async function makeInRun(dataFolder: string): Promise<string | undefined> {
	const folder = join(RUN_FOLDER, createHash('sha256').update(dataFolder).digest('hex').slice(0, 16));
	try {
		if (await mkdir(RUN_FOLDER, { recursive: true })) await chmod(RUN_FOLDER, 0o711);
		await rm(folder, { recursive: true, force: true });
		await mkdir(folder, { mode: 0o700 });
		return folder;
	} catch {
		return undefined;
	}
}

export async function removeDeadSocketFolders(dataFolder: string): Promise<void> {
	const names = await readdir(dataFolder).catch(() => []);
	for (const name of names.filter((found) => found.startsWith(SOCKET_FOLDER_PREFIX)))
		await rm(join(dataFolder, name), { recursive: true, force: true });
}

export function reach(folder: string): { socketFolder: string; release: () => void } {
	if (fits(folder) || process.platform !== 'linux') return { socketFolder: folder, release: () => {} };
	const fd = openSync(folder, 'r');
	return { socketFolder: `/proc/self/fd/${fd}`, release: () => closeSync(fd) };
}

function fits(folder: string): boolean {
	return Buffer.byteLength(join(folder, SOCKET_NAME)) <= ADDRESS_MAX;
}
