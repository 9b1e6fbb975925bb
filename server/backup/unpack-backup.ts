import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { choosePostgresUser, type PostgresUser } from '../lib/postgres/programs.ts';
import { WAL_TO_REPLAY } from '../lib/postgres/recover-postgres.ts';
import type { Decrypt } from './encryption.ts';
import type { ArchivedSegment, FinishedBackup } from './layout.ts';
import { BrokenBackup, type Manifest, type ManifestFile } from './manifest.ts';
import { type BackupStore, MissingFile } from './stores/backup-store.ts';

type Unpacking = { store: BackupStore; backup: FinishedBackup; manifest: Manifest; decrypt: Decrypt };

/** Checks every file against the manifest's hashes. @throws BrokenBackup */
export async function unpackBackup(from: Unpacking, dataDir: string): Promise<void> {
	const { store, backup, manifest } = from;
	const dataFolder = join(dataDir, 'postgres/data');
	await requireAll(from);
	await mkdir(join(dataDir, 'postgres'), { recursive: true, mode: 0o700 });
	const user = await choosePostgresUser(dataFolder);
	await makeFolder(dataFolder, user);
	for (const folder of [...manifest.folders, WAL_TO_REPLAY]) await makeFolder(join(dataFolder, folder), user);
	const missing = new Map(manifest.files.map(({ path, sha256 }) => [path, sha256]));
	for (const file of manifest.stored) {
		const contents = await openStored(store, `${backup.path}/${file.name}`, from.decrypt, file);
		if (file.kind === 'part') await unpackPart(contents, dataFolder, user, missing);
		else await writeFor(user, contents, join(dataFolder, WAL_TO_REPLAY, segmentFile(file.name)));
	}
	const [path] = missing.keys();
	if (path !== undefined) throw new BrokenBackup(`${path} is missing from ${backup.path}.`);
}

async function requireAll({ store, backup, manifest }: Unpacking): Promise<void> {
	const there = new Set((await store.list(`${backup.path}/`)).map(({ name }) => name));
	const missing = manifest.stored.find(({ name }) => !there.has(`${backup.path}/${name}`));
	if (missing) throw new BrokenBackup(`${backup.path}/${missing.name} is missing.`);
}

export async function unpackWal(
	{ store, decrypt }: Pick<Unpacking, 'store' | 'decrypt'>,
	segments: readonly ArchivedSegment[],
	dataDir: string,
): Promise<void> {
	const dataFolder = join(dataDir, 'postgres/data');
	const user = await choosePostgresUser(dataFolder);
	for (const { segment, name, sha256 } of segments) {
		const contents = await openStored(store, name, decrypt, { sha256 });
		await writeFor(user, contents, join(dataFolder, WAL_TO_REPLAY, `${segment}.gz`));
	}
}

async function openStored(
	store: BackupStore,
	name: string,
	decrypt: Decrypt,
	{ sha256, plain_sha256 }: Pick<ManifestFile, 'sha256'> & Partial<Pick<ManifestFile, 'plain_sha256'>>,
): Promise<Readable> {
	try {
		const stored = checked(await store.read(name), sha256, `${name} was changed (wrong SHA-256).`);
		const plain = await decrypt(stored);
		if (plain_sha256 === undefined) return plain;
		return checked(plain, plain_sha256, `${name} was changed before it was encrypted.`);
	} catch (error) {
		if (error instanceof MissingFile) throw new BrokenBackup(`${name} is missing.`);
		throw error;
	}
}

function checked(contents: Readable, sha256: string, refusal: string): Readable {
	const hash = createHash('sha256');
	const through = new PassThrough({
		transform(chunk, _, done) {
			hash.update(chunk);
			done(null, chunk);
		},
		flush(done) {
			done(hash.digest('hex') === sha256 ? null : new BrokenBackup(refusal));
		},
	});
	contents.on('error', (error) => through.destroy(error));
	return contents.pipe(through);
}

async function unpackPart(contents: Readable, dataFolder: string, user: PostgresUser, missing: Map<string, string>) {
	const tar = extract();
	const reading = pipeline(contents, createGunzip(), tar);
	reading.catch(() => {});
	try {
		for await (const entry of tar) {
			const path = entry.header.name;
			const sha256 = missing.get(path);
			if (sha256 === undefined) throw new BrokenBackup(`${path} is not in the manifest.`);
			missing.delete(path);
			await writeFor(
				user,
				checked(entry as unknown as Readable, sha256, `${path} was changed.`),
				join(dataFolder, path),
			);
		}
		await reading;
	} catch (error) {
		await reading.catch((cause) => {
			throw cause instanceof BrokenBackup ? cause : error;
		});
		throw error;
	}
}

async function writeFor(user: PostgresUser, contents: Readable, path: string): Promise<void> {
	await pipeline(contents, createWriteStream(path, { mode: 0o600 }));
	if (user) await chown(path, user.uid, user.gid);
}

async function makeFolder(folder: string, user: PostgresUser): Promise<void> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	if (user) await chown(folder, user.uid, user.gid);
}

/** `wal/000000010000000000000003.gz.age` → `000000010000000000000003.gz` */
const segmentFile = (name: string): string => name.replace(/^wal\//, '').replace(/\.age$/, '');
