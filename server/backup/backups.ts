import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts';
import type { Config } from '../app/config.ts';
import type { Clock, Log } from '../lib/clock-and-log.ts';
import type { Database, DbDeps } from '../lib/db/database.ts';
import { enqueue } from '../lib/jobs/jobs.ts';
import type { ServerSettings } from '../lib/postgres/choose-server.ts';
import { findDecryption, storeCertificate } from './certificate.ts';
import { createEncrypt, encryptBackup } from './encryption.ts';
import { backupsOf, emptyScratch, listArchive, listBackups, nameOfBackup, siteOf } from './layout.ts';
import { bytesOf, nameOfManifest, readManifest } from './manifest.ts';
import * as records from './store-backups.ts';
import { type BackupStore, createFolderStore, openStore } from './stores/backup-store.ts';
import { type BackupSource, nameOf, takeBackup } from './take-backup.ts';
import { verifyBackup } from './verify-backup.ts';
import { shipUntil } from './wal/ship-wal.ts';

export const BACK_UP_JOB = 'back-up';
/** If the last backup is older, the process was down at the nightly time. */
const DUE_MS = 25 * HOUR_MS;
const RETRY_MS = HOUR_MS;
const LOOKED_AT = 20;

type BackupsDeps = {
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
		if (decryptedAt) await records.markDecrypted(db, decryptedAt);
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
	const [newest] = await records.selectBackups(db, LOOKED_AT);
	if (!newest) return true;
	if (newest.finishedAt === null) return nowMs - newest.startedAt.getTime() > RETRY_MS;
	const { hasGap } = await records.selectArchive(db);
	return hasGap || nowMs - newest.finishedAt.getTime() > DUE_MS;
}

type NightlyDeps = DbDeps & {
	log: Log;
	source: BackupSource;
	store: BackupStore;
	keep: number;
	encryptTo: string | undefined;
	server?: ServerSettings | undefined;
	/** Folder used only by this process; its contents are deleted. */
	scratchFolder: string;
	signal: AbortSignal;
};

/** Backs up, verifies by restoring, and deletes expired backups. Records a failure before throwing it. */
export async function backUpNightly(deps: NightlyDeps): Promise<void> {
	const { db, clock, log } = deps;
	const name = nameOf(new Date(clock.now()));
	await records.insertBackup(db, name, new Date(clock.now()));
	try {
		await removeUnfinished(deps);
		const { manifest, certificate } = await makeAndProve(deps, name);
		const isProven = certificate.problems.length === 0;
		await records.finishBackup(db, name, {
			finishedAt: new Date(manifest.stopped_at),
			bytes: bytesOf(manifest),
			transfers: manifest.transfers,
			verifiedAt: isProven ? new Date(certificate.proven_at) : null,
			verifyMs: certificate.took_ms,
			problem: isProven ? null : certificate.problems.join(' '),
		});
		if (isProven) await removeOld(deps);
		else log.error({ backup: name, problems: certificate.problems }, 'a backup failed verification');
	} catch (error) {
		await records.failBackup(db, name, (error as Error).message);
		throw error;
	} finally {
		await emptyScratch(deps.scratchFolder);
	}
}

async function makeAndProve(deps: NightlyDeps, name: string) {
	const { db, source, store, encryptTo, server, scratchFolder, signal } = deps;
	await emptyScratch(scratchFolder);
	const options = {
		name,
		scratchFolder,
		signal,
		onProgress: (share: number) => void records.updateShare(db, name, share).catch(() => {}),
	};
	const plain = encryptTo === undefined ? store : createFolderStore(join(scratchFolder, 'plain'));
	const manifest = await takeBackup(source, plain, options);
	const backup = { site: source.site, name, path: nameOfBackup(source.site, name) };
	const proving = { decrypt: undefined, server, scratchParent: scratchFolder, backup, signal };
	const certificate = await verifyBackup({ ...proving, store: plain });
	if (encryptTo === undefined) return { manifest, certificate };
	const to = { store, recipient: encryptTo, scratchFolder };
	const encrypted = await encryptBackup({ store: plain, manifest }, to);
	await storeCertificate(store, certificate);
	return { manifest: encrypted, certificate };
}

/** Spares those of the last day, because the command `backup` may still be writing one. */
async function removeUnfinished({ store, clock, source: { site } }: NightlyDeps): Promise<void> {
	const spared = nameOfBackup(site, nameOf(new Date(clock.now() - DAY_MS)));
	const files = await store.list(backupsOf(site));
	const finished = new Set((await listBackups(store)).map(({ path }) => path));
	for (const { name } of files) {
		const backup = name.split('/').slice(0, 3).join('/');
		if (!finished.has(backup) && backup < spared) await store.remove(name);
	}
}

async function removeOld({ db, store, keep, source: { site } }: NightlyDeps): Promise<void> {
	const mine = (await listBackups(store)).filter((backup) => backup.site === site);
	const stored = mine.slice(-keep);
	for (const { path } of mine.slice(0, -keep)) {
		// Remove the manifest first, because a backup without a manifest does not count.
		await store.remove(nameOfManifest(path));
		for (const { name } of await store.list(`${path}/`)) await store.remove(name);
	}
	const [oldest] = stored;
	if (!oldest) return;
	const { wal } = await readManifest(store, oldest.path);
	for (const { segment, name } of await listArchive(store, site)) {
		if (segment < wal.start.segment) await store.remove(name);
	}
	await records.forgetBackups(
		db,
		stored.map(({ name }) => name),
	);
}
