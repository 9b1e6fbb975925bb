import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { provideSecret } from '../lib/secret-file.ts';

const SITE_BYTES = 6;

/** The name that backups of this DATA_DIR have. Not a secret; a restored one gets another. */
export async function siteOf(dataDir: string): Promise<string> {
	return `site-${await provideSecret(join(dataDir, 'postgres/backup-site'), SITE_BYTES)}`;
}

/** Whatever a process that was killed has left there is gone. Only while no other one works in it. */
export async function emptyScratch(folder: string): Promise<string> {
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true, mode: 0o700 });
	return folder;
}
