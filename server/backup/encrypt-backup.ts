import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Of } from '../lib/sha256.ts';
import { BrokenBackup } from './broken-backup.ts';
import { createEncrypt } from './encryption.ts';
import { nameOfBackup } from './layout.ts';
import { type Manifest, type ManifestFile, writeManifest } from './manifest.ts';
import { writeHashed } from './pack-files.ts';
import type { BackupStore } from './stores/backup-store.ts';

/** @throws BrokenBackup if a stored file, read back, differs. */
export async function encryptBackup(
	{ store: from, manifest }: { store: BackupStore; manifest: Manifest },
	{ store: to, recipient, scratchFolder }: { store: BackupStore; recipient: string; scratchFolder: string },
): Promise<Manifest> {
	const encrypt = createEncrypt(recipient);
	const backup = nameOfBackup(manifest.site, manifest.name);
	const stored: ManifestFile[] = [];
	for (const file of manifest.stored) {
		const name = `${file.name}.age`;
		const scratch = join(scratchFolder, `${randomBytes(8).toString('hex')}.age`);
		try {
			const plain = await from.read(`${backup}/${file.name}`);
			const { bytes, sha256 } = await writeHashed([await encrypt(plain)], scratch);
			await to.put(`${backup}/${name}`, scratch);
			if ((await sha256Of(await to.read(`${backup}/${name}`))) !== sha256)
				throw new BrokenBackup(`${backup}/${name} was stored, but its contents changed.`);
			stored.push({ ...file, name, bytes, sha256 });
		} finally {
			await rm(scratch, { force: true });
		}
	}
	const encrypted = { ...manifest, stored, encrypted_to: recipient };
	await writeManifest(to, backup, encrypted);
	return encrypted;
}
