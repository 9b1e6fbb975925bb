import { randomBytes } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { sql } from 'kysely';
import { beginIn, rowOf, type Session, withSession } from '../lib/db/database.ts';
import { SOCKET_FOLDER_PREFIX } from '../lib/postgres/programs.ts';
import { WAL_TO_SHIP } from '../lib/postgres/settings.ts';
import { productVersion } from '../lib/product-version.ts';
import { StartProblem } from '../lib/start-problem.ts';
import { nameOfBackup, segmentAfter, withScratchFile } from './layout.ts';
import { type Manifest, type ManifestFile, secretsNotIncluded, writeManifest } from './manifest.ts';
import { type FileToPack, gzipFile, type PackedFile, packFiles, type Written } from './pack-files.ts';
import { selectLateTransfers, selectMigration, selectTotals } from './store-totals.ts';
import type { BackupStore } from './stores/backup-store.ts';

export type BackupSource = { backupUrl: string; dataFolder: string; site: string };

export type BackupOptions = {
	name?: string;
	scratchFolder: string;
	onProgress?: (share: number) => void;
	signal?: AbortSignal | undefined;
};

/** Each part must fit into one request to the bucket and into the scratch folder. */
const PART_BYTES = 256 * 1024 * 1024;

/** Does not block the database. An interrupted backup has no manifest. @throws StartProblem or a database error */
export async function takeBackup(source: BackupSource, store: BackupStore, options: BackupOptions): Promise<Manifest> {
	const startedAt = new Date();
	const { name = nameOf(startedAt) } = options;
	const backup = nameOfBackup(source.site, name);
	const stored = createStoring(store, backup, options);
	const copy = async (session: Session, reader: Session): Promise<Manifest> => {
		const begun = await begin(session, name);
		const copied = await copyFiles(source.dataFolder, stored);
		const totalsAt = new Date();
		await beginIn(reader, 'isolation level repeatable read read only');
		await sql`select pg_current_snapshot()`.execute(reader);
		const control = await readControlFile(source.dataFolder);
		const stop = await end(session);
		const last = await stored.part([
			{ path: CONTROL_FILE, bytes: control.length, from: control },
			{ path: 'backup_label', bytes: stop.label.length, from: stop.label },
		]);
		for (let segment = begun.segment; ; segment = segmentAfter(segment)) {
			await stored.wal(join(source.dataFolder, 'pg_wal', segment), segment);
			if (segment === stop.segment) break;
		}
		const totals = await selectTotals(reader);
		return {
			format: 1,
			name,
			site: source.site,
			started_at: startedAt.toISOString(),
			totals_at: totalsAt.toISOString(),
			stopped_at: stop.at.toISOString(),
			finished_at: new Date().toISOString(),
			versions: { product: productVersion, postgres: begun.version },
			migration: await selectMigration(reader),
			timeline: Number.parseInt(begun.segment.slice(0, 8), 16),
			wal: { start: { lsn: begun.lsn, segment: begun.segment }, stop: { lsn: stop.lsn, segment: stop.segment } },
			...totals,
			late: await selectLateTransfers(session, reader, totals),
			stored: stored.files,
			files: [...copied.packed, ...last],
			folders: copied.folders,
			encrypted_to: null,
			secrets_not_included: secretsNotIncluded,
		};
	};
	const at = { url: source.backupUrl, name: 'backup' };
	try {
		const manifest = await withSession(at, (session) => withSession(at, (reader) => copy(session, reader)));
		options.signal?.throwIfAborted();
		await writeManifest(store, backup, manifest);
		return manifest;
	} catch (error) {
		await removeUnfinished(store, backup);
		throw error;
	}
}

export function nameOf(at: Date): string {
	return `${at.toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')}-${randomBytes(2).toString('hex')}`;
}

type Start = { lsn: string; segment: string; version: string };

/** Its replication slot retains the WAL until the session ends. */
async function begin(session: Session, name: string): Promise<Start> {
	const slot = `lootpass_backup_${randomBytes(4).toString('hex')}`;
	await sql`select pg_create_physical_replication_slot(${slot}, true, true)`.execute(session);
	const start = await rowOf<Start>(session)`
		select lsn::text, pg_walfile_name(lsn) as segment, current_setting('server_version') as version
		from pg_backup_start(${name}, fast => true) as lsn`;
	return start as Start;
}

async function end(session: Session): Promise<{ lsn: string; segment: string; label: Buffer; at: Date }> {
	const stop = await rowOf<{ lsn: string; segment: string; label: string; tablespaces: string; at: Date }>(session)`
		select lsn::text, pg_walfile_name(lsn) as segment, labelfile as label, spcmapfile as tablespaces,
			clock_timestamp() as at
		from pg_backup_stop(wait_for_archive => false)`;
	const { lsn = '', segment = '', label = '', tablespaces = '', at = new Date() } = stop ?? {};
	if (tablespaces.trim() !== '')
		throw new StartProblem("Tablespaces outside the data folder can't be backed up. Move their tables back.");
	return { lsn, segment, label: Buffer.from(label), at };
}

type Storing = ReturnType<typeof createStoring>;

function createStoring(store: BackupStore, backup: string, { scratchFolder, onProgress, signal }: BackupOptions) {
	const files: ManifestFile[] = [];
	let parts = 0;
	async function keep(kind: ManifestFile['kind'], name: string, write: (scratch: string) => Promise<Written>) {
		signal?.throwIfAborted();
		await withScratchFile(scratchFolder, async (scratch) => {
			const { bytes, sha256 } = await write(scratch);
			await store.put(`${backup}/${name}`, scratch);
			files.push({ kind, name, bytes, sha256, plain_sha256: sha256 });
		});
	}
	return {
		files,
		report: (share: number) => onProgress?.(share),
		async part(contents: readonly FileToPack[]): Promise<PackedFile[]> {
			parts += 1;
			let packed: PackedFile[] = [];
			await keep('part', `part-${String(parts).padStart(4, '0')}.tar.gz`, async (scratch) => {
				const result = await packFiles(contents, scratch);
				packed = result.packed;
				return result.written;
			});
			return packed;
		},
		wal: (from: string, segment: string) => keep('wal', `wal/${segment}.gz`, (scratch) => gzipFile(from, scratch)),
	};
}

async function copyFiles(dataFolder: string, stored: Storing): Promise<{ packed: PackedFile[]; folders: string[] }> {
	const { files, folders } = await listDataFiles(dataFolder);
	const packed: PackedFile[] = [];
	const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
	let done = 0;
	for (const part of partsOf(files)) {
		packed.push(...(await stored.part(part)));
		done += part.reduce((sum, { bytes }) => sum + bytes, 0);
		stored.report(done / Math.max(all, 1));
	}
	return { packed, folders };
}

function partsOf(files: readonly DataFile[]): DataFile[][] {
	const parts: DataFile[][] = [];
	let room = 0;
	for (const file of files) {
		if (room < file.bytes || parts.length === 0) {
			parts.push([]);
			room = PART_BYTES;
		}
		parts.at(-1)?.push(file);
		room -= file.bytes;
	}
	return parts;
}

async function removeUnfinished(store: BackupStore, backup: string): Promise<void> {
	const left = await store.list(`${backup}/`).catch(() => []);
	for (const { name } of left) await store.remove(name).catch(() => {});
}

type DataFile = { path: string; bytes: number; from: string };

const CONTROL_FILE = 'global/pg_control';

/** Source: PostgreSQL manual, "Making a Base Backup Using the Low Level API". */
const EMPTIED = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/;
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map', 'recovery.signal']);
const TEMPORARY = /^(pgsql_tmp.*|pg_internal\.init.*)$/;

async function listDataFiles(dataFolder: string): Promise<{ files: DataFile[]; folders: string[] }> {
	const files: DataFile[] = [];
	const folders: string[] = [];
	async function walk(folder: string): Promise<void> {
		for (const entry of await readdir(folder, { withFileTypes: true })) {
			const from = join(folder, entry.name);
			const path = relative(dataFolder, from);
			if (TEMPORARY.test(entry.name) || path === WAL_TO_SHIP || path.startsWith(SOCKET_FOLDER_PREFIX)) continue;
			if (entry.isDirectory()) {
				folders.push(path);
				if (EMPTIED.test(path)) await addFolders(from);
				else await walk(from);
			} else if (entry.isFile() && !LEFT_OUT.has(path) && path !== CONTROL_FILE) {
				const size = await lstat(from).catch(() => undefined);
				if (size) files.push({ path, bytes: size.size, from });
			}
		}
	}
	async function addFolders(folder: string): Promise<void> {
		const isSlots = folder.endsWith('pg_replslot');
		for (const entry of isSlots ? [] : await readdir(folder, { withFileTypes: true })) {
			if (entry.isDirectory()) folders.push(relative(dataFolder, join(folder, entry.name)));
		}
	}
	await walk(dataFolder);
	return { files, folders };
}

/** Reads until two reads are equal, because PostgreSQL may be writing. */
async function readControlFile(dataFolder: string): Promise<Buffer> {
	const file = join(dataFolder, CONTROL_FILE);
	for (let last = await readFile(file); ; ) {
		const now = await readFile(file);
		if (now.equals(last)) return now;
		last = now;
	}
}
