import { join } from 'node:path';
import { HOUR_MS } from '../../contract/durations.ts';
import type { Config } from '../app/config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import { enqueue } from '../lib/jobs/jobs.ts';
import type { Log } from '../lib/log.ts';
import type { ServerSettings } from '../lib/postgres/choose-server.ts';
import { findDecryption } from './certificate.ts';
import { createEncrypt } from './encryption.ts';
import { backUpNightly } from './nightly-backup.ts';
import { openStore } from './open-store.ts';
import { emptyScratch, siteOf } from './site.ts';
import { markDecrypted, selectArchive, selectBackups } from './store-backups.ts';
import type { BackupStore } from './stores/backup-store.ts';
import { shipUntil } from './wal/ship-wal.ts';

export const BACK_UP_JOB = 'back-up';
/** If the last backup is older, the process was down at the nightly time. */
const DUE_MS = 25 * HOUR_MS;
const RETRY_MS = HOUR_MS;
const LOOKED_AT = 20;

export type BackupsDeps = {
	config: Pick<Config, 'backup' | 'dataDir' | keyof ServerSettings>;
	db: Database;
	clock: Clock;
	log: Log;
	files: { backupUrl: string; dataFolder: string };
};

export type Backups = Awaited<ReturnType<typeof start>>;

export async function startBackups(deps: BackupsDeps): Promise<Backups | undefined> {
	const store = openStore(deps.config.backup);
	return store && start(deps, store);
}

async function start({ config, db, clock, log, files }: BackupsDeps, store: BackupStore) {
	const { keep, encryptTo } = config.backup;
	const site = await siteOf(config.dataDir);
	const stopping = new AbortController();
	const { signal } = stopping;
	const scratchOf = (name: string) => join(config.dataDir, 'backup-scratch', name);
	const encrypt = encryptTo === undefined ? undefined : createEncrypt(encryptTo);
	const scratchFolder = await emptyScratch(scratchOf('wal'));
	const shipping = { dataFolder: files.dataFolder, site, store, encrypt, scratchFolder };
	const nightly = { db, clock, log, store, keep, encryptTo, server: config, signal, source: { ...files, site } };

	let underWay: Promise<void> | undefined;
	async function backUp(): Promise<void> {
		underWay ??= backUpNightly({ ...nightly, scratchFolder: scratchOf('backup') }).finally(() => {
			underWay = undefined;
		});
		await underWay;
	}
	async function watch(): Promise<void> {
		const decryptedAt = await findDecryption(store, site);
		if (decryptedAt) await markDecrypted(db, decryptedAt);
		if (!underWay && (await isDue(db, clock.now()))) await enqueue(db, BACK_UP_JOB, {}, BACK_UP_JOB);
	}

	const loop = shipUntil({ db, clock, log, shipping }, signal);
	return {
		backUp,
		watch,
		async stop() {
			stopping.abort();
			await Promise.allSettled([loop, underWay]);
		},
	};
}

async function isDue(db: Database, nowMs: number): Promise<boolean> {
	const [newest] = await selectBackups(db, LOOKED_AT);
	if (!newest) return true;
	if (newest.finishedAt === null) return nowMs - newest.startedAt.getTime() > RETRY_MS;
	const { hasGap } = await selectArchive(db);
	return hasGap || nowMs - newest.finishedAt.getTime() > DUE_MS;
}
