import { type ChildProcess, spawn } from 'node:child_process';
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf, StartProblem } from '../start-problem.ts';
import { isListening } from './control-socket.ts';
import { postgresEnvironment } from './data-folder.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { describeHolder, isTaken } from './lock-holder.ts';
import {
	choosePostgresUser,
	dataFolderArgument,
	type PostgresPrograms,
	type PostgresUser,
	removeDeadSocketFolders,
} from './programs.ts';
import { findProcess, isOurs, type RunningProcess } from './running-process.ts';

const POLL_MS = 10;
const CLEAN_STOP_MS = 60_000;
const IMMEDIATE_STOP_MS = 5_000;
/** A killed server's backends take a moment to exit; until then a new server is refused. */
const PREDECESSOR_GONE_MS = 10_000;
const REPORT_RECOVERY_AFTER_MS = 4_000;
const LOG_SIZE_MAX = 10 * 1024 * 1024;
const STARTER_SETTING = 'lootpass.starter=';

export type PostmasterOptions = {
	programs: PostgresPrograms;
	dataFolder: string;
	lock: FolderLock;
	user: PostgresUser;
	settings: string[];
	log: (line: string) => void;
	signal?: AbortSignal | undefined;
};

export type Postmaster = { pid: number; exited: Promise<void>; stop: () => Promise<void> };

/** Waits until PostgreSQL is ready, however long recovery takes. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
	const giveUpAt = Date.now() + PREDECESSOR_GONE_MS;
	for (;;) {
		const outcome = await tryToStart(options);
		if (typeof outcome !== 'string') return outcome;
		if (outcome.includes('"postmaster.pid" already exists')) throw await inUse(options.dataFolder);
		if (!outcome.includes('shared memory block') || Date.now() > giveUpAt) {
			throw new StartProblem(`PostgreSQL didn't start: ${outcome} (full log: ${logFileOf(options)})`);
		}
		await sleep(200);
	}
}

async function tryToStart(options: PostmasterOptions): Promise<Postmaster | string> {
	const { file, end } = await openLog(logFileOf(options));
	const child = await spawnPostgres(options, file.fd).finally(() => file.close());
	const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	const pid = child.pid as number;
	const stop = async () => {
		process.off('exit', stopAtExit);
		await endProcess(pid, () => child.exitCode === null && child.signalCode === null);
	};
	// Stops the server if the process exits without calling stop().
	const stopAtExit = () => void child.kill('SIGINT');
	process.once('exit', stopAtExit);

	const startedAt = Date.now();
	let hasReportedRecovery = false;
	while (child.exitCode === null && child.signalCode === null) {
		if (options.signal?.aborted) {
			await stop();
			throw new StartProblem('Stopped while PostgreSQL was starting.');
		}
		if (await isReady(options, pid)) return { pid, exited, stop };
		if (!hasReportedRecovery && Date.now() - startedAt > REPORT_RECOVERY_AFTER_MS) {
			hasReportedRecovery = true;
			options.log('PostgreSQL is recovering from a crash ...');
		}
		await sleep(POLL_MS);
	}
	process.off('exit', stopAtExit);
	return reasonInLog(logFileOf(options), end);
}

async function spawnPostgres(options: PostmasterOptions, logFd: number): Promise<ChildProcess> {
	const settings = [...options.settings, `${STARTER_SETTING}${process.pid}`].flatMap((setting) => ['-c', setting]);
	const child = spawn(options.programs.postgres, ['-D', dataFolderArgument(options.dataFolder), ...settings], {
		...options.user,
		cwd: options.dataFolder,
		env: postgresEnvironment,
		// Starts a new session: Ctrl-C must reach only this process, so that requests are drained first.
		detached: true,
		// Logs to a file, because a pipe would fill or break after this process exits.
		stdio: ['ignore', logFd, logFd, options.lock.fd],
	});
	await new Promise<void>((resolve, reject) => {
		child.once('spawn', resolve);
		child.once('error', (cause) => {
			reject(
				new StartProblem(`Couldn't run PostgreSQL (${options.programs.postgres}): ${reasonOf(cause)}.`, { cause }),
			);
		});
	});
	return child;
}

/** A killed server leaves its pid file, and a new container may reuse the pid, so the file must also name our socket. */
async function isReady({ dataFolder, settings }: PostmasterOptions, pid: number): Promise<boolean> {
	const lines = await readPidFile(dataFolder);
	if (lines?.[7]?.trim() !== 'ready') return false;
	return Number(lines[0]) === pid && settings.includes(socketSettingIn(lines));
}

async function readPidFile(dataFolder: string): Promise<string[] | undefined> {
	const text = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => undefined);
	return text?.split('\n');
}

/** Locks the data folder, and stops a server left by a killed start. */
export async function takeDataDir(dataDir: string, log: (line: string) => void): Promise<FolderLock> {
	const dataFolder = join(dataDir, 'postgres/data');
	for (const giveUpAt = Date.now() + PREDECESSOR_GONE_MS; ; await sleep(100)) {
		const lock = await lockFolder(dataDir);
		try {
			await clearPredecessor(dataFolder, log, lock !== undefined);
		} catch (error) {
			await lock?.release();
			throw error;
		}
		if (lock) {
			await removeDeadSocketFolders(dataFolder);
			return lock;
		}
		if (Date.now() > giveUpAt) throw await inUse(dataFolder);
	}
}

async function clearPredecessor(dataFolder: string, log: (line: string) => void, isLocked: boolean): Promise<void> {
	const lines = await readPidFile(dataFolder);
	const running = lines && (await findServer(lines));
	if (!running) {
		// Keeps the pid file, which may be valid in the lock holder's namespace.
		if (!isLocked) return;
		// Version 0.2.0 took no lock, so its server may still run in another namespace.
		if (lines && (await isListening(socketFolderIn(lines)).catch(() => false))) throw await inUse(dataFolder);
		// PostgreSQL would mistake any living process with this pid for its predecessor.
		if (lines && isTaken(Number(lines[0]))) await rm(join(dataFolder, 'postmaster.pid'), { force: true });
		return;
	}
	const starter = running.args.find((argument) => argument.startsWith(STARTER_SETTING))?.slice(STARTER_SETTING.length);
	const isOrphan = starter !== undefined && Number(starter) !== running.parentPid;
	const user = await choosePostgresUser(dataFolder);
	if (!isOrphan || !(await isOurs(running.pid, user?.uid ?? process.getuid?.()))) throw await inUse(dataFolder);
	log('Stopping a PostgreSQL server left over from a crash ...');
	await endProcess(running.pid, async () => (await findProcess(running.pid))?.program === running.program);
}

async function inUse(dataFolder: string): Promise<StartProblem> {
	const dataDir = dirname(dirname(dataFolder));
	const who = await describeHolder(dataDir);
	return new StartProblem(`${who} is using the database in ${dataDir}. Stop it first, or set another DATA_DIR.`);
}

async function findServer(lines: string[]): Promise<RunningProcess | undefined> {
	const running = await findProcess(Number(lines[0]));
	if (running?.program !== 'postgres') return undefined;
	return running.args.includes(socketSettingIn(lines)) ? running : undefined;
}

const socketSettingIn = (lines: string[]): string => `unix_socket_directories=${socketFolderIn(lines)}`;

const socketFolderIn = (lines: string[]): string => lines[4]?.trim() ?? '';

async function endProcess(pid: number, isAlive: () => boolean | Promise<boolean>): Promise<void> {
	const steps = [
		{ signal: 'SIGINT', waitMs: CLEAN_STOP_MS },
		{ signal: 'SIGQUIT', waitMs: IMMEDIATE_STOP_MS },
		{ signal: 'SIGKILL', waitMs: IMMEDIATE_STOP_MS },
	] as const;
	for (const { signal, waitMs } of steps) {
		if (!(await isAlive())) return;
		try {
			process.kill(pid, signal);
		} catch (cause) {
			if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return;
			throw new StartProblem(`Couldn't stop PostgreSQL (process ${pid}): ${reasonOf(cause)}.`, { cause });
		}
		for (const until = Date.now() + waitMs; Date.now() < until; await sleep(POLL_MS)) {
			if (!(await isAlive())) return;
		}
	}
}

const logFileOf = ({ dataFolder }: PostmasterOptions): string => join(dirname(dataFolder), 'log');

async function openLog(logFile: string): Promise<{ file: FileHandle; end: number }> {
	try {
		const size = (await stat(logFile).catch(() => undefined))?.size ?? 0;
		if (size > LOG_SIZE_MAX) await rename(logFile, `${logFile}.1`);
		const file = await open(logFile, 'a', 0o600);
		return { file, end: (await file.stat()).size };
	} catch (cause) {
		throw new StartProblem(`Couldn't write ${logFile}: ${reasonOf(cause)}.`, { cause });
	}
}

async function reasonInLog(logFile: string, from: number): Promise<string> {
	const lines = (await readFile(logFile)).subarray(from).toString('utf8').trim().split('\n');
	const telling = lines.filter((line) => /FATAL|PANIC|ERROR|could not/.test(line));
	const reasons = (telling.length > 0 ? telling : lines).slice(-3);
	return reasons.map((line) => line.replace(/^[\d-]+ [\d:.]+ \w+ \[\d+\] /, '')).join(' | ');
}
