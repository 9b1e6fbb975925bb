import { execFile } from 'node:child_process';
import { chown, readdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { syncPath } from '../folders.ts';
import { reasonOf, StartProblem } from '../start-problem.ts';
import { findNativeFolder, type PostgresPrograms, type PostgresUser, programsIn, providePrograms } from './programs.ts';

export type ServerSettings = { postgresPrograms: string | undefined; isProduction: boolean };
export const BUNDLED: ServerSettings = { postgresPrograms: undefined, isProduction: false };

/** Only the major and ICU version that wrote a database opens it; others could read indexes in another order. */
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

/** Owner of every file whose owner a user namespace doesn't map (Linux: user_namespaces(7)). */
const OVERFLOW_UID = 65_534;

async function requireRootOwned(programsFolder: string): Promise<void> {
	for (const program of ['postgres', 'initdb']) {
		const file = await realpath(join(programsFolder, program)).catch(() => {
			throw new Error(`${programsFolder} has no ${program}`);
		});
		for (let path = file; ; path = dirname(path)) {
			const { uid, gid, mode } = await stat(path);
			const hint = uid === OVERFLOW_UID ? ', or this command runs in a user namespace that hides its owner' : '';
			if (uid !== 0) throw new Error(`${path} isn't owned by root${hint}`);
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
