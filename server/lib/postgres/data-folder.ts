import { execFile, spawn } from 'node:child_process';
import { chown, mkdir, open, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { type Database, rowOf, type Session } from '../db/database.ts';
import type { Alert } from '../feature.ts';
import { syncPath, wrongUser } from '../folders.ts';
import { provideSecret, readSecret } from '../secrets/secret-file.ts';
import { reasonOf, StartProblem } from '../start-problem.ts';
import { findProcess } from './folder-lock.ts';
import {
	dataFolderArgument,
	findNativeFolder,
	type PostgresPrograms,
	type PostgresUser,
	programsIn,
	providePrograms,
} from './programs.ts';

export const SUPERUSER = 'postgres';

type DataFolderOptions = {
	dataFolder: string;
	programs: PostgresPrograms;
	build: Build;
	user: PostgresUser;
	superuserPassword: string;
	durable: boolean;
};

/** Excludes the environment of this process, which contains secrets and could set PGDATA. */
export const postgresEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Creates the database atomically, so that an interrupted start leaves no partial one. */
export async function prepareDataFolder(options: DataFolderOptions): Promise<void> {
	const { dataFolder, build, user, durable } = options;
	await removeLeftovers(dataFolder);
	const version = await readFile(join(dataFolder, 'PG_VERSION'), 'utf8').catch(() => undefined);
	if (version === undefined) await createDataFolder(options);
	await recordBuild(dataFolder, build, { user, durable });
}

async function createDataFolder(options: DataFolderOptions): Promise<void> {
	const { dataFolder, user } = options;
	const half = `${dataFolder}.new-${process.pid}`;
	try {
		await mkdir(half, { mode: 0o700 });
		if (user) await chown(half, user.uid, user.gid);
		await runInitdb(half, options);
		await recordBuild(half, options.build, options);
		await rename(half, dataFolder);
		if (options.durable) await syncPath(dirname(dataFolder));
	} catch (cause) {
		await rm(half, { recursive: true, force: true });
		if (cause instanceof StartProblem) throw cause;
		const { code } = cause as NodeJS.ErrnoException;
		if (code === 'ENOTEMPTY' || code === 'EEXIST') {
			// Another start created the database first; PostgreSQL's lock decides between them.
			if (await readFile(join(dataFolder, 'PG_VERSION'), 'utf8').catch(() => undefined)) return;
			throw new StartProblem(
				`${dataFolder} isn't empty and contains no database. Move it away, or set another DATA_DIR.`,
			);
		}
		throw new StartProblem(`Couldn't create the database folder ${dataFolder}: ${reasonOf(cause)}.`, { cause });
	}
}

async function runInitdb(folder: string, options: DataFolderOptions): Promise<void> {
	const { programs, user, superuserPassword } = options;
	const passwordFile = join(dirname(folder), 'initdb-password');
	await writeFile(passwordFile, superuserPassword, { mode: 0o600 });
	if (user) await chown(passwordFile, user.uid, user.gid);
	const password = await open(passwordFile);
	try {
		const args = [
			`--pgdata=${dataFolderArgument(folder)}`,
			`--username=${SUPERUSER}`,
			// The password is passed as a file descriptor, because PostgreSQL's user may lack access to the file's folder.
			'--pwfile=/dev/fd/3',
			'--auth=scram-sha-256',
			'--encoding=UTF8',
			// The built-in locale sorts identically everywhere, so a C library upgrade cannot corrupt indexes.
			'--locale-provider=builtin',
			'--builtin-locale=C.UTF-8',
			'--locale=C',
			'--data-checksums',
			'--no-instructions',
			...(options.durable ? [] : ['--no-sync']),
		];
		const { code, errorText } = await run({ program: programs.initdb, args, cwd: folder, user, fd: password.fd });
		if (code !== 0) {
			throw new StartProblem(`Couldn't create the database in ${options.dataFolder}: ${reasonIn(errorText)}`);
		}
	} finally {
		await password.close();
		await rm(passwordFile, { force: true });
	}
}

type Run = { program: string; args: string[]; cwd: string; user: PostgresUser; fd: number };

function run({ program, args, cwd, user, fd }: Run) {
	return new Promise<{ code: number | null; errorText: string }>((resolve, reject) => {
		const child = spawn(program, args, {
			...user,
			cwd,
			env: postgresEnvironment,
			stdio: ['ignore', 'ignore', 'pipe', fd],
		});
		let errorText = '';
		child.stderr?.setEncoding('utf8').on('data', (text: string) => {
			errorText += text;
		});
		child.once('error', reject);
		child.once('close', (code) => resolve({ code, errorText }));
	});
}

async function removeLeftovers(dataFolder: string): Promise<void> {
	const prefix = `${basename(dataFolder)}.new-`;
	for (const name of await readdir(dirname(dataFolder))) {
		if (!name.startsWith(prefix)) continue;
		const pid = Number(name.slice(prefix.length));
		if (pid !== process.pid && (await findProcess(pid))) continue;
		// Retries, because the initdb of a killed start may still be writing.
		await rm(join(dirname(dataFolder), name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
	}
}

export async function requireDatabase(dataDir: string): Promise<void> {
	const version = await stat(join(dataDir, 'postgres/data/PG_VERSION')).catch(async (cause) => {
		if (cause.code === 'EACCES') throw await wrongUser(dataDir, cause);
	});
	if (!version) throw new StartProblem(`No database in ${dataDir}. Set DATA_DIR to the folder of the site.`);
}

/** @throws StartProblem if the database exists without its secret. */
export async function provideDatabaseSecret(secretFile: string, dataFolder: string): Promise<string> {
	const isCreated = await readFile(join(dataFolder, 'PG_VERSION'), 'utf8').catch(() => undefined);
	if (isCreated && !(await readSecret(secretFile))) {
		throw new StartProblem(`The database's password file ${secretFile} is missing. Restore it from your backup.`);
	}
	return provideSecret(secretFile);
}

function reasonIn(text: string): string {
	const lines = text.split('\n').filter((line) => line.trim() !== '');
	const line = lines.find((candidate) => /error|fatal|could not/i.test(candidate)) ?? lines.at(-1);
	return line?.replace(/^[\d-]+ [\d:.]+ \w+ \[\d+\] /, '').trim() ?? 'no reason given';
}

export type ServerSettings = { postgresPrograms: string | undefined; isProduction: boolean };
export const BUNDLED: ServerSettings = { postgresPrograms: undefined, isProduction: false };

/**
 * A database opens only with the major version and the ICU version that wrote it, or indexes could be read in another
 * order.
 */
export type Build = { major: string; icu: string };

type Server = Build & { version: string; programsFolder: string; nativeFolder: string | undefined };

/** The first version with the locale provider `builtin`. */
const MAJOR_MIN = 17;
const DEBIAN_SERVERS = '/usr/lib/postgresql';
const BUILD_FILE = 'lootpass-build.json';
const execute = promisify(execFile);

/** Returns the server for this data folder, or for a new one. @throws StartProblem if none fits. */
export async function chooseServer(
	dataFolder: string,
	{ postgresPrograms, isProduction }: ServerSettings = BUNDLED,
	debianServers = DEBIAN_SERVERS,
): Promise<Server> {
	const chosen = postgresPrograms === undefined ? undefined : await openChosen(postgresPrograms);
	const build = await readBuild(dataFolder);
	if (!build) return chosen ?? (isProduction ? newestOf(debianServers) : openBundled());
	const servers = chosen ? [chosen] : await listServers(build.major, debianServers);
	const fitting = servers.find((server) => isSameBuild(server, build));
	if (fitting) return fitting;
	const others = servers.map(inWords).join(' and ') || 'none';
	throw new StartProblem(
		`${dataFolder} contains data of PostgreSQL ${inWords(build)}. Available: ${others}. Install that server or set POSTGRES_PROGRAMS to it, or move the data: upgrade-database.`,
	);
}

/** Returns the servers that may have written data of `major`, Debian's first. */
export async function listServers(major: string, debianServers = DEBIAN_SERVERS): Promise<Server[]> {
	const installed = (await listInstalled(debianServers)).filter((server) => server.major === major);
	const bundled = await openBundled().catch((error) => {
		if (!(error instanceof StartProblem)) throw error;
		return undefined;
	});
	return bundled ? [...installed, bundled] : installed;
}

export const isSameBuild = (one: Build, other: Build): boolean => one.major === other.major && one.icu === other.icu;

/** @returns undefined without a database. Earlier releases did not write the file; they used the bundled server only. */
export async function readBuild(dataFolder: string): Promise<Build | undefined> {
	const version = await readFile(join(dataFolder, 'PG_VERSION'), 'utf8').catch(() => undefined);
	if (version === undefined) return undefined;
	const recorded = await readFile(join(dataFolder, BUILD_FILE), 'utf8').catch(() => undefined);
	const icu = recorded === undefined ? (await openBundled()).icu : (JSON.parse(recorded) as Build).icu;
	return { major: version.trim(), icu };
}

/** Writes the file inside the data folder, so that backups include it. */
export async function recordBuild(
	dataFolder: string,
	{ major, icu }: Build,
	{ user, durable }: { user: PostgresUser; durable: boolean },
): Promise<void> {
	const file = join(dataFolder, BUILD_FILE);
	if (await stat(file).catch(() => undefined)) return;
	const half = `${file}.${process.pid}`;
	await writeFile(half, JSON.stringify({ major, icu }), { mode: 0o600 });
	// PostgreSQL's user reads the file for a base backup.
	if (user) await chown(half, user.uid, user.gid);
	if (durable) await syncPath(half);
	await rename(half, file);
	if (durable) await syncPath(dataFolder);
}

export function provideServer(server: Server, user: PostgresUser): Promise<PostgresPrograms> | PostgresPrograms {
	return server.nativeFolder === undefined
		? programsIn(server.programsFolder)
		: providePrograms(server.nativeFolder, user);
}

let openedBundled: Promise<Server> | undefined;

/** Reads once, because packages do not change while the product runs. */
export function openBundled(): Promise<Server> {
	openedBundled ??= describeBundled();
	return openedBundled;
}

async function describeBundled(): Promise<Server> {
	const nativeFolder = await findNativeFolder();
	return { ...(await describe(join(nativeFolder, 'bin'))), nativeFolder };
}

/** @throws StartProblem if a user other than root could replace the programs. */
async function openChosen(programsFolder: string): Promise<Server> {
	try {
		if (!isAbsolute(programsFolder)) throw new Error("it isn't an absolute path");
		await requireRootOwned(programsFolder);
		const server = await describe(programsFolder);
		if (Number(server.major) < MAJOR_MIN) throw new Error(`PostgreSQL ${server.version} is older than ${MAJOR_MIN}`);
		return server;
	} catch (cause) {
		throw new StartProblem(
			`POSTGRES_PROGRAMS can't be used: ${reasonOf(cause)}. Set it to a folder such as ${DEBIAN_SERVERS}/17/bin.`,
			{ cause },
		);
	}
}

async function newestOf(debianServers: string): Promise<Server> {
	const [newest] = await listInstalled(debianServers);
	if (newest) return newest;
	throw new StartProblem(
		`Production needs a PostgreSQL ${MAJOR_MIN} or newer. Install it (Debian 13: apt install postgresql), or set POSTGRES_PROGRAMS or DATABASE_URL.`,
	);
}

async function listInstalled(debianServers: string): Promise<Server[]> {
	const majors = (await readdir(debianServers).catch(() => [])).map(Number).filter((major) => major >= MAJOR_MIN);
	const servers: Server[] = [];
	for (const major of majors.sort((a, b) => b - a)) {
		const programsFolder = join(debianServers, String(major), 'bin');
		if (await stat(join(programsFolder, 'postgres')).catch(() => undefined))
			servers.push(await openChosen(programsFolder));
	}
	return servers;
}

async function requireRootOwned(programsFolder: string): Promise<void> {
	for (const program of ['postgres', 'initdb']) {
		const file = await realpath(join(programsFolder, program)).catch(() => {
			throw new Error(`${programsFolder} has no ${program}`);
		});
		for (let path = file; ; path = dirname(path)) {
			const { uid, gid, mode } = await stat(path);
			if (uid !== 0) throw new Error(`${path} isn't owned by root`);
			const isSticky = path !== file && (mode & 0o1000) !== 0;
			if (mode & (gid === 0 ? 0o002 : 0o022) && !isSticky) throw new Error(`${path} is writable by others`);
			if (path === dirname(path)) break;
		}
	}
}

async function describe(programsFolder: string): Promise<Server> {
	const program = join(programsFolder, 'postgres');
	const { stdout } = await execute(program, ['--version']);
	const version = stdout.match(/\d+(\.\d+)?/)?.[0] ?? '';
	const linked = (await readFile(program)).toString('latin1').match(/libicui18n(?:\.so)?\.(\d+)/);
	return {
		...{ version, major: version.split('.')[0] ?? '', icu: linked?.[1] ?? 'none' },
		...{ programsFolder, nativeFolder: undefined },
	};
}

function inWords({ version, major, icu }: Build & { version?: string }): string {
	return `${version ?? major} (ICU ${icu})`;
}

const nextOf = (folder: string) => `${folder}.next`;

/** @param next the new folder, on the same disk and already synced. */
export async function swapFolder(folder: string, next: string, oldFolder: string): Promise<void> {
	await rename(next, nextOf(folder));
	await syncPath(dirname(folder));
	try {
		await rename(folder, oldFolder);
		await rename(nextOf(folder), folder).catch(async (error) => {
			await rename(oldFolder, folder);
			throw error;
		});
	} catch (error) {
		await finishSwap(folder);
		throw error;
	}
	await syncPath(dirname(folder));
}

export async function finishSwap(folder: string): Promise<void> {
	if (!(await isThere(nextOf(folder)))) return;
	if (await isThere(folder)) await rm(nextOf(folder), { recursive: true, force: true });
	else await rename(nextOf(folder), folder);
}

function isThere(path: string): Promise<boolean> {
	return stat(path).then(
		() => true,
		() => false,
	);
}

/** Newest minor release of each major version when this version of the product was made. */
const NEWEST_MINORS: Readonly<Record<string, number>> = { 15: 20, 16: 16, 17: 12, 18: 6 };

type Site = { db: Database; config: ServerSettings & { dataDir: string; databaseUrl: string | undefined } };

/** `newer` is the newest known minor release, if the server is older. `inWords` names both. */
export async function readServerVersion(db: Database) {
	const [version = ''] = (await selectServerVersion(db)).split(' ');
	const newer = newerThan(version);
	return { version, newer, inWords: `PostgreSQL ${version}${newer ? ` (${newer} is out)` : ''}` };
}

export async function selectServerVersion(db: Database | Session): Promise<string> {
	const row = await rowOf<{ version: string }>(db)`select current_setting('server_version') as version`;
	return row?.version ?? '';
}

export function newerThan(version: string): string | undefined {
	const [major = '', minor] = version.split('.');
	const newest = NEWEST_MINORS[major];
	return newest !== undefined && Number(minor) < newest ? `${major}.${newest}` : undefined;
}

export async function listServerAlerts({ db, config }: Site): Promise<Alert[]> {
	if (!config.isProduction) return [];
	const { version, newer } = await readServerVersion(db);
	if (await isBundled(config)) {
		const message = `This site runs on the bundled PostgreSQL ${version}, which is meant for development. Install Debian's postgresql, stop the product, and run upgrade-database.`;
		return [{ kind: 'database-bundled', message }];
	}
	if (!newer) return [];
	return [
		{ kind: 'database-old', message: `PostgreSQL ${version} lacks fixes: ${newer} is out. Update and restart it.` },
	];
}

async function isBundled({ databaseUrl, dataDir, ...settings }: Site['config']): Promise<boolean> {
	if (databaseUrl) return false;
	return (await chooseServer(join(dataDir, 'postgres/data'), settings)).nativeFolder !== undefined;
}
