import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../run.ts';

export type Given = { folder: string; base: string; source: string };

export const PROJECT = join(import.meta.dirname, '../../..');

const AUTHORITIES = '/usr/local/share/ca-certificates';

/** Registries may be behind a proxy whose authority only this machine knows. */
export async function trustAuthorities(base: string): Promise<void> {
	await mkdir(join(base, AUTHORITIES), { recursive: true });
	await cp(AUTHORITIES, join(base, AUTHORITIES), { recursive: true });
	await run('chroot', [base, 'update-ca-certificates']);
}
