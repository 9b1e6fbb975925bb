import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { canonicalJson } from '../../contract/proof/canonical-json.ts';
import { checkBooks } from '../books/check-books.ts';
import { createDatabase, withPool, withSession } from '../lib/db/database.ts';
import { prepareSchema } from '../lib/db/prepare-schema.ts';
import type { ServerSettings } from '../lib/postgres/choose-server.ts';
import {
	EMBEDDED_APP_LOGIN,
	type EmbeddedPostgres,
	recoverPostgres,
	startEmbeddedPostgres,
	WAL_TO_REPLAY,
} from '../lib/postgres/embedded-postgres.ts';
import { choosePostgresUser, type PostgresUser } from '../lib/postgres/programs.ts';
import { sha256Of } from '../lib/sealed-json.ts';
import { StartProblem } from '../lib/start-problem.ts';
import { type Certificate, problemsInWords, storeCertificate } from './certificate.ts';
import type { Decrypt } from './encryption.ts';
import { type ArchivedSegment, type FinishedBackup, listArchive, listBackups } from './layout.ts';
import { BrokenBackup, bytesOf, type Manifest, type ManifestFile, readManifest } from './manifest.ts';
import { selectTotals } from './store-totals.ts';
import { type BackupStore, MissingFile } from './stores/backup-store.ts';
import { followingSegments } from './wal/ship-wal.ts';

type VerifyOptions = {
	store: BackupStore;
	decrypt: Decrypt | undefined;
	server?: ServerSettings | undefined;
	/** Needs space for the whole database. */
	scratchParent: string;
	backup?: FinishedBackup;
	signal?: AbortSignal | undefined;
};

/** Restores the backup on a private socket. @throws StartProblem if the failure is not the fault of the backup. */
export async function verifyBackup(options: VerifyOptions): Promise<Certificate> {
	const { store, scratchParent } = options;
	const startedMs = performance.now();
	const backup = options.backup ?? (await newestOf(store));
	const certificate: Certificate = {
		...{ site: backup.site, backup: backup.name, proven_at: '', took_ms: 0, decrypted: false },
		...{ files: 0, bytes: 0, wal_segments: 0, transfers: 0, last_transfer: null, totals: {}, problems: [] },
	};
	const scratch = await mkdtemp(join(scratchParent, 'proof-of-backup-'));
	try {
		const manifest = await readManifest(store, backup.path);
		const decrypt = decryptionFor(manifest, options.decrypt);
		Object.assign(certificate, {
			decrypted: manifest.encrypted_to !== null,
			files: manifest.files.length,
			bytes: bytesOf(manifest),
			...{ transfers: manifest.transfers, last_transfer: manifest.last_transfer, totals: manifest.totals },
		});
		certificate.wal_segments = await checkArchive(store, manifest);
		await unpackBackup({ store, backup, manifest, decrypt }, scratch);
		certificate.problems = await tryRestored(scratch, manifest, options);
	} catch (error) {
		certificate.problems = [problemOf(error)];
	} finally {
		await rm(scratch, { recursive: true, force: true });
	}
	options.signal?.throwIfAborted();
	certificate.proven_at = new Date().toISOString();
	certificate.took_ms = Math.round(performance.now() - startedMs);
	await storeCertificate(store, certificate);
	return certificate;
}

async function newestOf(store: BackupStore): Promise<FinishedBackup> {
	const newest = (await listBackups(store)).at(-1);
	if (!newest) throw new StartProblem(`No complete backup in ${store.description}.`);
	return newest;
}

/** @throws StartProblem if the backup is encrypted and no identity is given. */
export function decryptionFor({ encrypted_to }: Manifest, decrypt: Decrypt | undefined): Decrypt {
	if (encrypted_to === null) return async (contents) => contents;
	if (decrypt) return decrypt;
	throw new StartProblem(`The backup is encrypted for ${encrypted_to}. Pass --identity FILE.`);
}

async function checkArchive(store: BackupStore, manifest: Manifest): Promise<number> {
	const { following, gapBefore } = followingSegments(await listArchive(store, manifest.site), manifest);
	if (gapBefore) throw new BrokenBackup(`The WAL has a gap before ${gapBefore.name}.`);
	for (const { name, sha256 } of following) {
		if ((await sha256Of(await store.read(name))) !== sha256)
			throw new BrokenBackup(`${name} was changed (wrong SHA-256).`);
	}
	return following.length;
}

async function tryRestored(dataDir: string, manifest: Manifest, options: VerifyOptions): Promise<string[]> {
	const { server, signal } = options;
	const quietly = { dataDir, server, durable: false, log: () => {}, signal };
	await recoverPostgres({ ...quietly, isAtOnce: true });
	const postgres = await startEmbeddedPostgres(quietly);
	try {
		return [...(await compareTotals(postgres, manifest)), ...(await proveBooks(postgres))];
	} finally {
		await postgres.stop();
	}
}

async function compareTotals({ backupUrl }: EmbeddedPostgres, manifest: Manifest): Promise<string[]> {
	const { last_transfer, transfers, totals, late } = manifest;
	return withSession({ url: backupUrl, name: 'proof of a backup' }, async (session) => {
		const restored = await selectTotals(session, last_transfer?.id ?? '0', late);
		const problems: string[] = [];
		if (restored.last_transfer?.id !== last_transfer?.id) {
			problems.push(`The last transfer is ${restored.last_transfer?.id} instead of ${last_transfer?.id}.`);
		}
		if (restored.transfers !== transfers) {
			problems.push(`It has ${restored.transfers} transfers instead of ${transfers}.`);
		}
		if (canonicalJson(restored.totals) !== canonicalJson(totals)) {
			problems.push(`The totals are ${canonicalJson(restored.totals)} instead of ${canonicalJson(totals)}.`);
		}
		return problems;
	});
}

/** Migrates the copy first, so that the rules of this version apply. */
async function proveBooks({ ownerUrl }: EmbeddedPostgres): Promise<string[]> {
	return withPool({ url: ownerUrl, name: 'proof of a backup' }, async (pool) => {
		await prepareSchema(pool, { appLogin: EMBEDDED_APP_LOGIN });
		return problemsInWords(await checkBooks(createDatabase(pool)));
	});
}

function problemOf(error: unknown): string {
	if (error instanceof StartProblem) return error.message;
	const { code, message } = error as NodeJS.ErrnoException;
	if (code?.startsWith('Z_') || /tar header|Unexpected end/.test(message))
		return `Part of the backup is damaged: ${message}.`;
	throw error;
}

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

async function unpackPart(
	contents: Readable,
	dataFolder: string,
	user: PostgresUser,
	missing: Map<string, string>,
): Promise<void> {
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
