import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { WAL_SEGMENT_BYTES } from '../lib/postgres/settings.ts';
import { provideSecret } from '../lib/secrets/secret-file.ts';
import { isManifest } from './manifest.ts';
import type { BackupStore } from './stores/backup-store.ts';

export const backupsOf = (site: string) => `${site}/backups/`;
export const nameOfBackup = (site: string, name: string) => backupsOf(site) + name;
export const walOf = (site: string) => `${site}/wal/`;
export const shippedNoteOf = (site: string) => `${site}/shipped.json`;
export const certificatesOf = (site: string) => `${site}/certificates/`;

const SEGMENTS_IN_LOG = 2 ** 32 / WAL_SEGMENT_BYTES;

/** `SEGMENT-SHA256.gz`, plus `.age` if encrypted. */
const WAL_NAME = /\/([0-9A-F]{24})-([0-9a-f]{64})\.gz(?:\.age)?$/;

export type ArchivedSegment = { segment: string; name: string; sha256: string; bytes: number };

export async function listArchive(store: BackupStore, site: string): Promise<ArchivedSegment[]> {
	const files = await store.list(walOf(site));
	return files.flatMap(({ name, bytes }) => {
		const [, segment, sha256] = WAL_NAME.exec(name) ?? [];
		return segment && sha256 ? [{ segment, sha256, name, bytes }] : [];
	});
}

export type FinishedBackup = { site: string; name: string; path: string };

export async function listBackups(store: BackupStore): Promise<FinishedBackup[]> {
	const manifests = (await store.list('')).filter(({ name }) => isManifest(name));
	const found = manifests.flatMap(({ name }) => {
		const [site, folder, backup, ...rest] = name.split('/');
		if (!site || folder !== 'backups' || !backup || rest.length !== 1) return [];
		return [{ site, name: backup, path: `${site}/backups/${backup}` }];
	});
	return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

export function segmentAfter(segment: string): string {
	const [timeline, log, number] = [segment.slice(0, 8), segment.slice(8, 16), segment.slice(16)];
	const next = Number.parseInt(number, 16) + 1;
	const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
	if (next < SEGMENTS_IN_LOG) return timeline + log + hex(next);
	return timeline + hex(Number.parseInt(log, 16) + 1) + hex(0);
}

const SITE_BYTES = 6;

/** Returns the site's name in the backup store. It is not secret; a restored DATA_DIR gets another one. */
export async function siteOf(dataDir: string): Promise<string> {
	return `site-${await provideSecret(join(dataDir, 'postgres/backup-site'), SITE_BYTES)}`;
}

export async function emptyScratch(folder: string): Promise<string> {
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true, mode: 0o700 });
	return folder;
}

/** Gives `work` the name of a new file, which is deleted afterwards. */
export async function withScratchFile<Result>(
	folder: string,
	work: (file: string) => Promise<Result>,
): Promise<Result> {
	const file = join(folder, randomBytes(8).toString('hex'));
	return work(file).finally(() => rm(file, { force: true }));
}
