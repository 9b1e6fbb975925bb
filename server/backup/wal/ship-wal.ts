import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { WAL_TO_SHIP } from '../../lib/postgres/settings.ts';
import type { Encrypt } from '../encryption.ts';
import { walOf } from '../layout.ts';
import { gzipFile, type Written, writeHashed } from '../pack-files.ts';
import type { BackupStore } from '../stores/backup-store.ts';

export type Shipping = {
	dataFolder: string;
	site: string;
	store: BackupStore;
	encrypt: Encrypt | undefined;
	scratchFolder: string;
};

const SEGMENT = /^[0-9A-F]{24}$/;
/** PostgreSQL archives these files too. They are deleted unshipped, because a site has only one timeline. */
const NOTE = /\.(backup|history)$/;

export async function listWaiting(dataFolder: string): Promise<string[]> {
	const names = await readdir(join(dataFolder, WAL_TO_SHIP)).catch(() => []);
	return names.filter((name) => SEGMENT.test(name) || NOTE.test(name)).sort();
}

/** Ships each segment and then deletes it; a segment shipped twice is stored once. @throws the store's error. */
export async function shipWal(shipping: Shipping, shipped: (segment: string) => Promise<void>): Promise<void> {
	const { dataFolder } = shipping;
	for (const name of await listWaiting(dataFolder)) {
		const file = join(dataFolder, WAL_TO_SHIP, name);
		if (SEGMENT.test(name)) {
			await ship(shipping, name, file);
			await shipped(name);
		}
		await rm(file, { force: true });
	}
}

export async function dropWaiting(dataFolder: string): Promise<void> {
	for (const name of await listWaiting(dataFolder)) await rm(join(dataFolder, WAL_TO_SHIP, name), { force: true });
}

async function ship({ store, site, encrypt, scratchFolder }: Shipping, segment: string, file: string): Promise<void> {
	const scratch = join(scratchFolder, `${randomBytes(8).toString('hex')}.wal`);
	try {
		const { sha256 } = await pack(file, scratch, encrypt);
		await store.put(`${walOf(site)}${segment}-${sha256}.gz${encrypt ? '.age' : ''}`, scratch);
	} finally {
		await rm(scratch, { force: true });
	}
}

async function pack(file: string, target: string, encrypt: Encrypt | undefined): Promise<Written> {
	if (!encrypt) return gzipFile(file, target);
	return writeHashed([await encrypt(createReadStream(file).pipe(createGzip({ level: 1 })))], target);
}
