import { join } from 'node:path';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import type { Log } from '../lib/log.ts';
import type { ServerSettings } from '../lib/postgres/choose-server.ts';
import { storeCertificate } from './certificate.ts';
import { encryptBackup } from './encrypt-backup.ts';
import { backupsOf, listArchive, listBackups, nameOfBackup } from './layout.ts';
import { bytesOf, nameOfManifest, readManifest } from './manifest.ts';
import { emptyScratch } from './site.ts';
import { failBackup, finishBackup, forgetBackups, insertBackup, updateShare } from './store-backups.ts';
import type { BackupStore } from './stores/backup-store.ts';
import { createFolderStore } from './stores/folder-store.ts';
import { type BackupSource, nameOf, takeBackup } from './take-backup.ts';
import { verifyBackup } from './verify-backup.ts';

export type NightlyDeps = {
	db: Database;
	clock: Clock;
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
	await insertBackup(db, name, new Date(clock.now()));
	try {
		await removeUnfinished(deps);
		const { manifest, certificate } = await makeAndProve(deps, name);
		const isProven = certificate.problems.length === 0;
		await finishBackup(db, name, {
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
		await failBackup(db, name, (error as Error).message);
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
		onProgress: (share: number) => void updateShare(db, name, share).catch(() => {}),
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

async function removeUnfinished({ store, source: { site } }: NightlyDeps): Promise<void> {
	const files = await store.list(backupsOf(site));
	const finished = new Set((await listBackups(store)).map(({ path }) => path));
	for (const { name } of files) {
		const backup = name.split('/').slice(0, 3).join('/');
		if (!finished.has(backup)) await store.remove(name);
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
	await forgetBackups(
		db,
		stored.map(({ name }) => name),
	);
}
