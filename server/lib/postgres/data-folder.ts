import { spawn } from 'node:child_process';
import { chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncPath, wrongUser } from '../folders.ts';
import { provideSecret, readSecret } from '../secrets/secret-file.ts';
import { reasonOf, StartProblem } from '../start-problem.ts';
import { type Build, recordBuild } from './choose-server.ts';
import { dataFolderArgument, type PostgresPrograms, type PostgresUser } from './programs.ts';
import { findProcess } from './running-process.ts';

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
