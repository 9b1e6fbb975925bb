import { chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { rowOf, withSession } from '../db/database.ts';
import { provideSecret } from '../secrets/secret-file.ts';
import { chooseServer, provideServer, type ServerSettings } from './choose-server.ts';
import { SUPERUSER } from './data-folder.ts';
import {
	EMBEDDED_APP_LOGIN,
	EMBEDDED_DATABASE,
	EMBEDDED_OWNER_ROLE,
	passwordFor,
	socketUrl,
} from './embedded-postgres.ts';
import { startPostmaster, takeDataDir } from './postmaster.ts';
import { choosePostgresUser, makeSocketFolder, type PostgresUser } from './programs.ts';
import { postgresSettings } from './settings.ts';

export const WAL_TO_REPLAY = 'wal-to-replay';

type RecoveryOptions = {
	dataDir: string;
	server?: ServerSettings | undefined;
	at?: Date | undefined;
	isAtOnce?: boolean;
	durable: boolean;
	log: (line: string) => void;
	signal?: AbortSignal | undefined;
};

/** `until` is the time of the last replayed transaction, if any; `segment` is the last replayed WAL segment. */
type Replayed = { until: Date | undefined; segment: string };

export async function recoverPostgres(options: RecoveryOptions): Promise<Replayed> {
	const { dataDir, server, durable, log, signal } = options;
	const home = join(dataDir, 'postgres');
	const dataFolder = join(home, 'data');
	const user = await choosePostgresUser(dataFolder);
	const programs = await provideServer(await chooseServer(dataFolder, server), user);
	const secret = await provideSecret(join(home, 'secret'));
	const lock = await takeDataDir(dataDir, log);
	const { serverFolder, socketFolder, removeSocketFolder } = await makeSocketFolder(dataFolder, user);
	try {
		await writeFor(user, join(dataFolder, 'recovery.signal'), '');
		await writeFor(user, join(socketFolder, 'pg_hba.conf'), 'local all all trust\n');
		const settings = [
			...postgresSettings({ socketFolder: serverFolder, durable, archives: false }),
			...recoverySettings(options),
			`hba_file=${serverFolder}/pg_hba.conf`,
		];
		const postmaster = await startPostmaster({ programs, dataFolder, lock, user, settings, log, signal });
		try {
			return await takeOver(socketFolder, secret);
		} finally {
			await postmaster.stop();
		}
	} finally {
		await removeSocketFolder();
		await rm(join(dataFolder, WAL_TO_REPLAY), { recursive: true, force: true });
		await lock.release();
	}
}

async function writeFor(user: PostgresUser, file: string, text: string): Promise<void> {
	await writeFile(file, text, { mode: 0o600 });
	if (user) await chown(file, user.uid, user.gid);
}

function recoverySettings({ at, isAtOnce }: RecoveryOptions): string[] {
	return [
		`restore_command=gzip -dc < ${WAL_TO_REPLAY}/%f.gz > %p`,
		// With this, "ready" means that recovery is complete.
		'hot_standby=off',
		'recovery_target_timeline=current',
		'recovery_target_action=promote',
		...(at ? [`recovery_target_time=${at.toISOString().replace('T', ' ').replace('Z', '+00')}`] : []),
		...(isAtOnce ? ['recovery_target=immediate'] : []),
	];
}

async function takeOver(socketFolder: string, secret: string): Promise<Replayed> {
	const url = socketUrl({ role: SUPERUSER, secret, database: EMBEDDED_DATABASE, socketFolder });
	return withSession({ url, name: 'recovery' }, async (session) => {
		for (const role of [SUPERUSER, EMBEDDED_OWNER_ROLE, EMBEDDED_APP_LOGIN]) {
			await sql`alter role ${sql.id(role)} password ${sql.lit(passwordFor(role, secret))}`.execute(session);
		}
		const replayed = await rowOf<{ until: Date | null; segment: string }>(session)`
			select pg_last_xact_replay_timestamp() as until, pg_walfile_name(pg_last_wal_replay_lsn()) as segment`;
		return { until: replayed?.until ?? undefined, segment: replayed?.segment ?? '' };
	});
}
