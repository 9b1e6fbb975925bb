import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '../../contract/proof/canonical-json.ts';
import { checkBooks } from '../books/check-books.ts';
import { createDatabase, withPool, withSession } from '../lib/db/database.ts';
import { prepareSchema } from '../lib/db/prepare-schema.ts';
import type { ServerSettings } from '../lib/postgres/choose-server.ts';
import { EMBEDDED_APP_LOGIN, type EmbeddedPostgres, startEmbeddedPostgres } from '../lib/postgres/embedded-postgres.ts';
import { recoverPostgres } from '../lib/postgres/recover-postgres.ts';
import { sha256Of } from '../lib/sealed-json.ts';
import { StartProblem } from '../lib/start-problem.ts';
import { type Certificate, problemsInWords, storeCertificate } from './certificate.ts';
import type { Decrypt } from './encryption.ts';
import { type FinishedBackup, listArchive, listBackups } from './layout.ts';
import { BrokenBackup, bytesOf, type Manifest, readManifest } from './manifest.ts';
import { selectTotals } from './store-totals.ts';
import type { BackupStore } from './stores/backup-store.ts';
import { unpackBackup } from './unpack-backup.ts';
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
