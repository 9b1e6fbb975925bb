import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { WAL_TO_SHIP } from '../lib/postgres/settings.ts';
import { SOCKET_FOLDER_PREFIX } from '../lib/postgres/socket-folder.ts';

export type DataFile = { path: string; bytes: number; from: string };

export const CONTROL_FILE = 'global/pg_control';

/** Source: PostgreSQL manual, "Making a Base Backup Using the Low Level API". */
const EMPTIED = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/;
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map', 'recovery.signal']);
const TEMPORARY = /^(pgsql_tmp.*|pg_internal\.init.*)$/;

export async function listDataFiles(dataFolder: string): Promise<{ files: DataFile[]; folders: string[] }> {
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
export async function readControlFile(dataFolder: string): Promise<Buffer> {
	const file = join(dataFolder, CONTROL_FILE);
	for (let last = await readFile(file); ; ) {
		const now = await readFile(file);
		if (now.equals(last)) return now;
		last = now;
	}
}
