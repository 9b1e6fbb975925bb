import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { syncPath } from '../../lib/folders.ts';
import { reasonOf, StartProblem } from '../../lib/start-problem.ts';
import { type BackupStore, MissingFile, type StoredFile } from './backup-store.ts';

const HALF = '.half-';

export function createFolderStore(folder: string): BackupStore {
	return {
		description: folder,
		async put(name, file) {
			const path = join(folder, name);
			const half = `${path}${HALF}${randomBytes(4).toString('hex')}`;
			try {
				await mkdir(dirname(path), { recursive: true, mode: 0o700 });
				await copyFile(file, half);
				await syncPath(half);
				await rename(half, path);
				await syncPath(dirname(path));
			} catch (cause) {
				await rm(half, { force: true }).catch(() => {});
				throw new StartProblem(`Couldn't write ${path}: ${reasonOf(cause)}.`, { cause });
			}
		},
		async read(name) {
			const path = join(folder, name);
			if (!(await stat(path).catch(() => undefined))) throw new MissingFile(name);
			return createReadStream(path);
		},
		async list(prefix) {
			const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
			const found: StoredFile[] = [];
			for (const entry of entries) {
				const path = join(entry.parentPath, entry.name);
				const name = relative(folder, path).split(sep).join('/');
				if (!entry.isFile() || !name.startsWith(prefix) || name.includes(HALF)) continue;
				const size = await stat(path).catch(() => undefined);
				if (size) found.push({ name, bytes: size.size });
			}
			return found.sort((one, other) => (one.name < other.name ? -1 : 1));
		},
		async remove(name) {
			await rm(join(folder, name), { force: true });
			await removeIfEmpty(dirname(join(folder, name)));
		},
	};
}

async function removeIfEmpty(folder: string): Promise<void> {
	const names = await readdir(folder).catch(() => ['unreadable']);
	if (names.length === 0) await rmdir(folder).catch(() => {});
}
