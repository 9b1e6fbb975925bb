import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Decrypter, Encrypter } from 'age-encryption';
import { sha256Of } from '../lib/sealed-json.ts';
import { reasonOf, StartProblem } from '../lib/start-problem.ts';
import { nameOfBackup, withScratchFile } from './layout.ts';
import { BrokenBackup, type Manifest, type ManifestFile, writeManifest } from './manifest.ts';
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
		await withScratchFile(scratchFolder, async (scratch) => {
			const plain = await from.read(`${backup}/${file.name}`);
			const { bytes, sha256 } = await writeHashed([await encrypt(plain)], scratch);
			await to.put(`${backup}/${name}`, scratch);
			if ((await sha256Of(await to.read(`${backup}/${name}`))) !== sha256)
				throw new BrokenBackup(`${backup}/${name} was stored, but its contents changed.`);
			stored.push({ ...file, name, bytes, sha256 });
		});
	}
	const encrypted = { ...manifest, stored, encrypted_to: recipient };
	await writeManifest(to, backup, encrypted);
	return encrypted;
}

export type Decrypt = (contents: Readable) => Promise<Readable>;
export type Encrypt = (contents: Readable) => Promise<Readable>;

export function createEncrypt(recipient: string): Encrypt {
	const encrypter = new Encrypter();
	try {
		encrypter.addRecipient(recipient);
	} catch (cause) {
		throw new StartProblem('BACKUP_ENCRYPT_TO must be an age recipient (age1...).', { cause });
	}
	return async (contents) => fromWeb(await encrypter.encrypt(toWeb(contents)));
}

export async function readIdentity(identityFile: string): Promise<Decrypt> {
	const text = await readFile(identityFile, 'utf8').catch((cause) => {
		throw new StartProblem(`Couldn't read the identity file ${identityFile}: ${reasonOf(cause)}.`, { cause });
	});
	const identities = text.split('\n').map((line) => line.trim());
	const decrypter = new Decrypter();
	let count = 0;
	for (const identity of identities.filter((line) => line !== '' && !line.startsWith('#'))) {
		try {
			decrypter.addIdentity(identity);
			count += 1;
		} catch (cause) {
			throw new StartProblem(`${identityFile} contains a line that isn't an age identity.`, { cause });
		}
	}
	if (count === 0) throw new StartProblem(`${identityFile} contains no age identity.`);
	return async (contents) => {
		const plain = await decrypter.decrypt(toWeb(contents)).catch((cause) => {
			if (cause instanceof BrokenBackup) throw cause;
			throw new BrokenBackup(`Couldn't decrypt the backup with this identity: ${(cause as Error).message}.`);
		});
		return fromWeb(plain);
	};
}

function toWeb(contents: Readable): ReadableStream<Uint8Array> {
	return Readable.toWeb(contents) as ReadableStream<Uint8Array>;
}

function fromWeb(contents: ReadableStream<Uint8Array>): Readable {
	return Readable.fromWeb(contents as Parameters<typeof Readable.fromWeb>[0]);
}
