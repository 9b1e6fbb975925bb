import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { provideSecret } from '../lib/secrets/secret-file.ts';

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
