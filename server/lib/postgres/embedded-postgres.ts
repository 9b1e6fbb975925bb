import { createHmac } from 'node:crypto';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { rowOf, type Session, withSession } from '../db/database.ts';
import { reasonOf, StartProblem } from '../start-problem.ts';
import { chooseServer, provideServer, type ServerSettings } from './choose-server.ts';
import { findControlSocket, openControlSocket } from './control-socket.ts';
import { prepareDataFolder, provideDatabaseSecret, requireDatabase, SUPERUSER } from './data-folder.ts';
import type { FolderLock } from './folder-lock.ts';
import { startPostmaster, takeDataDir } from './postmaster.ts';
import { choosePostgresUser, makeSocketFolder, type PostgresUser, providePrograms } from './programs.ts';
import { selectServerVersion } from './server-report.ts';
import { postgresSettings, WAL_TO_SHIP } from './settings.ts';
import { finishSwap } from './swap-folder.ts';

export const EMBEDDED_DATABASE = 'lootpass';
export const EMBEDDED_OWNER_ROLE = 'lootpass_owner';
export const EMBEDDED_APP_LOGIN = 'lootpass_server';

type EmbeddedPostgresOptions = {
	dataDir: string;
	log: (line: string) => void;
	durable?: boolean;
	archives?: boolean;
	server?: ServerSettings | undefined;
	otherPrograms?: string | undefined;
	/** Opens only an existing database and refuses writes. */
	isReadOnly?: boolean;
	signal?: AbortSignal | undefined;
};

export type EmbeddedPostgres = Awaited<ReturnType<typeof startLocked>>;

type Service = ReturnType<typeof urlsOf> & { dataFolder: string };

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
	const { dataDir, log } = options;
	await makeFolder(dataDir, dataDir);
	const lock = await takeDataDir(dataDir, log);
	try {
		return await startLocked(options, lock);
	} catch (error) {
		await lock.release();
		throw error;
	}
}

async function startLocked(options: EmbeddedPostgresOptions, lock: FolderLock) {
	const { dataDir, log, durable = true, archives = false, signal } = options;
	const { otherPrograms, isReadOnly = false } = options;
	const home = join(dataDir, 'postgres');
	await finishSwap(home);
	const dataFolder = join(home, 'data');
	await makeFolder(home, dataDir);
	const user = await choosePostgresUser(dataFolder);
	const secret = await provideDatabaseSecret(join(home, 'secret'), dataFolder);
	const server = otherPrograms === undefined ? await chooseServer(dataFolder, options.server) : undefined;
	const programs = server ? await provideServer(server, user) : await providePrograms(otherPrograms ?? '', user);
	const superuserPassword = passwordFor(SUPERUSER, secret);
	if (server && !isReadOnly)
		await prepareDataFolder({ dataFolder, programs, build: server, user, superuserPassword, durable });
	const { serverFolder, socketFolder, removeSocketFolder } = await makeSocketFolder(dataFolder, user);
	try {
		if (archives) await provideFolder(join(dataFolder, WAL_TO_SHIP), user);
		const settings = postgresSettings({ socketFolder: serverFolder, durable, archives, isReadOnly });
		const postmaster = await startPostmaster({ programs, dataFolder, lock, user, settings, log, signal });
		let stopServing = async () => {};
		const stop = once(async () => {
			await stopServing();
			await postmaster.stop();
			await removeSocketFolder();
			await lock.release();
		});
		try {
			const superuserUrl = socketUrl({ role: SUPERUSER, secret, database: 'postgres', socketFolder });
			const version = await prepareDatabase(superuserUrl, secret);
			return {
				...urlsOf(secret, socketFolder),
				superuserUrl,
				dataFolder,
				version,
				exited: postmaster.exited,
				/** Lets commands use this database until it stops. */
				async serve() {
					stopServing = await openControlSocket(dataDir, socketFolder);
				},
				stop,
			};
		} catch (error) {
			await postmaster.stop();
			throw error;
		}
	} catch (error) {
		await removeSocketFolder();
		throw error;
	}
}

/** @returns undefined if no service runs on this data folder. @throws StartProblem if this user may not use the service */
export async function findService(dataDir: string): Promise<Service | undefined> {
	const socketFolder = await findControlSocket(dataDir);
	if (!socketFolder) return undefined;
	const home = join(dataDir, 'postgres');
	const dataFolder = join(home, 'data');
	const secret = await provideDatabaseSecret(join(home, 'secret'), dataFolder);
	return { ...urlsOf(secret, socketFolder), dataFolder };
}

function urlsOf(secret: string, socketFolder: string) {
	const urlOf = (role: string) => socketUrl({ role, secret, database: EMBEDDED_DATABASE, socketFolder });
	return { ownerUrl: urlOf(EMBEDDED_OWNER_ROLE), appUrl: urlOf(EMBEDDED_APP_LOGIN), backupUrl: urlOf(SUPERUSER) };
}

/**
 * Returns the running service, or else the database that `open` opens. The service's `stop` leaves it running.
 *
 * @throws StartProblem if there is neither, unless `isCreating`
 */
export async function findServiceOr<Opened>(
	dataDir: string,
	open: () => Promise<Opened>,
	{ isCreating } = { isCreating: false },
): Promise<(Service & { stop: () => Promise<void> }) | Opened> {
	const stop = async () => {};
	const service = await findService(dataDir);
	if (service) return { ...service, stop };
	if (!isCreating) await requireDatabase(dataDir);
	try {
		return await open();
	} catch (error) {
		const starting = await findService(dataDir);
		if (starting) return { ...starting, stop };
		throw error;
	}
}

async function provideFolder(folder: string, user: PostgresUser): Promise<void> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	if (user) await chown(folder, user.uid, user.gid);
}

async function prepareDatabase(superuserUrl: string, secret: string): Promise<string> {
	const prepare = async (session: Session) => {
		await provideRole(session, EMBEDDED_OWNER_ROLE, 'login createrole', secret);
		await provideRole(session, EMBEDDED_APP_LOGIN, 'login', secret);
		if (!(await rowOf(session)`select from pg_database where datname = ${EMBEDDED_DATABASE}`))
			await sql`create database ${sql.id(EMBEDDED_DATABASE)} owner ${sql.id(EMBEDDED_OWNER_ROLE)}`.execute(session);
		return selectServerVersion(session);
	};
	try {
		return await withSession({ url: superuserUrl, name: 'preparation' }, prepare);
	} catch (cause) {
		if ((cause as { code?: string }).code === '28P01') {
			throw new StartProblem(
				'The database rejects its own password. The file "secret" next to its data was replaced: restore it from your backup.',
			);
		}
		throw new StartProblem(`Couldn't prepare the database: ${reasonOf(cause)}`, { cause });
	}
}

async function provideRole(session: Session, role: string, attributes: string, secret: string): Promise<void> {
	if (await rowOf(session)`select from pg_roles where rolname = ${role}`) return;
	const password = sql.lit(passwordFor(role, secret));
	await sql`create role ${sql.id(role)} ${sql.raw(attributes)} password ${password}`.execute(session);
}

export const passwordFor = (role: string, secret: string): string =>
	createHmac('sha256', secret).update(role).digest('hex');

export function socketUrl(at: { role: string; secret: string; database: string; socketFolder: string }): string {
	const password = passwordFor(at.role, at.secret);
	return `postgres://${at.role}:${password}@/${at.database}?host=${encodeURIComponent(at.socketFolder)}&port=5432`;
}

async function makeFolder(folder: string, dataDir: string): Promise<void> {
	try {
		await mkdir(folder, { recursive: true, mode: 0o700 });
	} catch (cause) {
		throw new StartProblem(
			`Couldn't write to the data folder ${dataDir}: ${reasonOf(cause)}. Change its owner, or set DATA_DIR to another folder.`,
			{ cause },
		);
	}
}

function once(work: () => Promise<void>): () => Promise<void> {
	let running: Promise<void> | undefined;
	return () => {
		running ??= work();
		return running;
	};
}
