import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Decrypter, Encrypter } from 'age-encryption';
import { z } from 'zod';
import type { BookProblem } from '../ledger/check-ledger.ts';
import { type Database, rowOf, rowsOf, type Session } from '../lib/db/database.ts';
import { WAL_SEGMENT_BYTES } from '../lib/postgres/settings.ts';
import { readSealed, sealed, sha256Of } from '../lib/sealed-json.ts';
import { provideSecret } from '../lib/secrets/secret-file.ts';
import { reasonOf, StartProblem } from '../lib/start-problem.ts';
import { writeHashed } from './pack-files.ts';
import { type BackupStore, MissingFile } from './stores/backup-store.ts';

export const backupsOf = (site: string) => `${site}/backups/`;
export const nameOfBackup = (site: string, name: string) => backupsOf(site) + name;
export const walOf = (site: string) => `${site}/wal/`;
export const shippedNoteOf = (site: string) => `${site}/shipped.json`;
const certificatesOf = (site: string) => `${site}/certificates/`;

const SEGMENTS_IN_LOG = 2 ** 32 / WAL_SEGMENT_BYTES;

/** `SEGMENT-SHA256.gz`, plus `.age` if encrypted. */
const WAL_NAME = /\/([0-9A-F]{24})-([0-9a-f]{64})\.gz(?:\.age)?$/;

export type ArchivedSegment = { segment: string; name: string; sha256: string; bytes: number };

export async function listArchive(store: BackupStore, site: string): Promise<ArchivedSegment[]> {
	const files = await store.list(walOf(site));
	return files.flatMap(({ name, bytes }) => {
		const [, segment, sha256] = WAL_NAME.exec(name) ?? [];
		return segment && sha256 ? [{ segment, sha256, name, bytes }] : [];
	});
}

export type FinishedBackup = { site: string; name: string; path: string };

export async function listBackups(store: BackupStore): Promise<FinishedBackup[]> {
	const manifests = (await store.list('')).filter(({ name }) => isManifest(name));
	const found = manifests.flatMap(({ name }) => {
		const [site, folder, backup, ...rest] = name.split('/');
		if (!site || folder !== 'backups' || !backup || rest.length !== 1) return [];
		return [{ site, name: backup, path: `${site}/backups/${backup}` }];
	});
	return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

export function segmentAfter(segment: string): string {
	const [timeline, log, number] = [segment.slice(0, 8), segment.slice(8, 16), segment.slice(16)];
	const next = Number.parseInt(number, 16) + 1;
	const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
	if (next < SEGMENTS_IN_LOG) return timeline + log + hex(next);
	return timeline + hex(Number.parseInt(log, 16) + 1) + hex(0);
}

export type Certificate = {
	site: string;
	backup: string;
	proven_at: string;
	took_ms: number;
	decrypted: boolean;
	files: number;
	bytes: number;
	/** WAL segments verified in addition to those of the backup itself. */
	wal_segments: number;
	transfers: number;
	last_transfer: Manifest['last_transfer'];
	totals: Manifest['totals'];
	problems: readonly string[];
};

export async function storeCertificate(store: BackupStore, certificate: Certificate): Promise<void> {
	const name = `${certificate.proven_at.replace(/[-:]/g, '').replace(/\.\d+/, '')}-${certificate.backup}`;
	const contents = `${JSON.stringify(certificate, null, '\t')}\n`;
	await putText(store, `${certificatesOf(certificate.site)}${name}.json`, contents);
}

const LOOKED_AT = 20;

export async function findDecryption(store: BackupStore, site: string): Promise<Date | undefined> {
	const files = (await store.list(certificatesOf(site))).slice(-LOOKED_AT).reverse();
	for (const { name } of files) {
		const certificate: unknown = await text(await store.read(name)).then(JSON.parse, () => undefined);
		const { decrypted, problems, proven_at } = (certificate ?? {}) as Record<string, unknown>;
		if (decrypted === true && Array.isArray(problems) && problems.length === 0) return new Date(String(proven_at));
	}
	return undefined;
}

export function inWords(certificate: Certificate): string {
	const { backup, problems, transfers, last_transfer, totals, took_ms, files, wal_segments } = certificate;
	const seconds = Math.round(took_ms / 1000);
	if (problems.length > 0) {
		return [`NOT PROVEN: ${backup} (after ${seconds} s)`, ...problems.map((problem) => `  - ${problem}`)].join('\n');
	}
	return [
		`PROVEN: ${backup} was restored in ${seconds} s, and its books balance.`,
		`  files             ${files}, all intact`,
		`  WAL               ${wal_segments} segments, no gaps`,
		`  transfers         ${transfers}${last_transfer ? ` (last: ${last_transfer.id} at ${last_transfer.at})` : ''}`,
		...Object.entries(totals).map(([account, total]) => `  ${account.padEnd(18)}${inRobux(total)}`),
	].join('\n');
}

export function problemsInWords(problems: readonly BookProblem[]): string[] {
	return problems.map(({ rule, detail }) => `The books don't balance: ${rule} (${detail})`);
}

function inRobux(hundredths: string): string {
	const sign = hundredths.startsWith('-') ? '-' : '';
	const digits = hundredths.replace('-', '').padStart(3, '0');
	return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)} R$`;
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const path = z.string().regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w.-]+(?:\/[\w.-]+)*$/);
const segment = z.string().regex(/^[0-9A-F]{24}$/);
const position = z.object({ lsn: z.string(), segment });

export const lastTransfer = z.object({ id: z.string(), at: z.iso.datetime() });

const storedFile = z.object({
	kind: z.enum(['part', 'wal']),
	name: path,
	bytes: z.number(),
	sha256,
	plain_sha256: sha256,
});
export type ManifestFile = z.output<typeof storedFile>;

const manifest = z.object({
	format: z.literal(1),
	name: path,
	site: path,
	started_at: z.iso.datetime(),
	/** `totals` include the transfers acknowledged before this time; the copy includes those until `stopped_at`. */
	totals_at: z.iso.datetime(),
	stopped_at: z.iso.datetime(),
	finished_at: z.iso.datetime(),
	versions: z.object({ product: z.string(), postgres: z.string() }),
	migration: z.string(),
	timeline: z.number(),
	wal: z.object({ start: position, stop: position }),
	last_transfer: lastTransfer.nullable(),
	/** Up to `last_transfer`, except those in `late`. */
	transfers: z.number(),
	/** Credits minus debits per account, in R$ cents. */
	totals: z.record(z.string(), z.string().regex(/^-?\d+$/)),
	/** Ids of transfers up to `last_transfer` that were committed after the totals were read. */
	late: z.array(z.string()),
	stored: z.array(storedFile),
	files: z.array(z.object({ path, bytes: z.number(), sha256 })),
	folders: z.array(path),
	encrypted_to: z.string().nullable(),
	secrets_not_included: z.array(z.object({ secret: z.string(), without_it: z.string() })),
});
export type Manifest = z.output<typeof manifest>;

export const bytesOf = ({ stored }: Manifest) => stored.reduce((sum, { bytes }) => sum + bytes, 0);

const MANIFEST = 'manifest.json';

export const nameOfManifest = (backup: string) => `${backup}/${MANIFEST}`;
const isManifest = (name: string) => name.endsWith(`/${MANIFEST}`);

/** Written last, because a backup without a manifest does not count. */
export async function writeManifest(store: BackupStore, backup: string, contents: Manifest): Promise<void> {
	await putText(store, nameOfManifest(backup), sealed(contents));
}

/** @throws StartProblem if the manifest is missing, truncated or changed. */
export async function readManifest(store: BackupStore, backup: string): Promise<Manifest> {
	const name = nameOfManifest(backup);
	const contents = await readText(store, name);
	if (contents === undefined) throw new StartProblem(`${name} is missing, so this backup is incomplete.`);
	return readSealed(manifest, name, contents);
}

export async function readText(store: BackupStore, name: string): Promise<string | undefined> {
	return store.read(name).then(text, (cause) => {
		if (!(cause instanceof MissingFile)) throw cause;
		return undefined;
	});
}

export async function putText(store: BackupStore, name: string, contents: string): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'lootpass-backup-'));
	try {
		const file = join(folder, 'text');
		await writeFile(file, contents, { mode: 0o600 });
		await store.put(name, file);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

export class BrokenBackup extends StartProblem {}

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

type Totals = Pick<Manifest, 'last_transfer' | 'transfers' | 'totals'>;

/** No open transaction lags behind by this many ids. */
const IDS_LOOKED_AT = 1_000_000;

/** @param last id of the last transfer to count; null counts all. */
export async function selectTotals(
	session: Session,
	last: string | null = null,
	without: readonly string[] = [],
): Promise<Totals> {
	const counted = await rowOf<{ transfers: number; id: string | null; at: Date | null }>(session)`
		select count(*)::int as transfers, max(id)::text as id, max(at) as at from transfers
		where (${last}::bigint is null or id <= ${last}) and id <> all(${without}::bigint[])`;
	const accounts = await rowsOf<{ account: string; total: string }>(session)`
		select account, sum(side.amount)::text as total
		from transfers t cross join lateral (values (credit, t.amount), (debit, -t.amount)) as side (account, amount)
		where (${last}::bigint is null or t.id <= ${last}) and t.id <> all(${without}::bigint[])
		group by account order by account`;
	const { transfers = 0, id = null, at = null } = counted ?? {};
	return {
		transfers,
		last_transfer: id === null || at === null ? null : { id, at: at.toISOString() },
		totals: Object.fromEntries(accounts.map(({ account, total }) => [account, total])),
	};
}

export async function selectLastTransfer(db: Database | Session): Promise<Totals['last_transfer']> {
	const last = await rowOf<{ id: string; at: Date }>(db)`select id::text, at from transfers order by id desc limit 1`;
	return last ? { id: last.id, at: last.at.toISOString() } : null;
}

/** Returns ids up to `last_transfer` that the snapshot of the session `then` did not contain. */
export async function selectLateTransfers(
	now: Session,
	then: Session,
	{ last_transfer, transfers }: Totals,
): Promise<string[]> {
	if (!last_transfer) return [];
	const { id } = last_transfer;
	const counted = await rowOf<{ transfers: number }>(now)`
		select count(*)::int as transfers from transfers where id <= ${id}`;
	if (counted?.transfers === transfers) return [];
	const recent = (session: Session) => rowsOf<{ id: string }>(session)`
		select id::text from transfers where id <= ${id} and id > ${id}::bigint - ${IDS_LOOKED_AT}::bigint`;
	const [idsNow, idsThen] = await Promise.all([recent(now), recent(then)]);
	const known = new Set(idsThen.map((row) => row.id));
	return idsNow.map((row) => row.id).filter((late) => !known.has(late));
}

export async function selectMigration(session: Session): Promise<string> {
	const last = await rowOf<{ name: string | null }>(session)`select max(name) as name from kysely_migration`;
	return last?.name ?? '';
}

/** Backups omit these secrets, so that a leaked backup does not open other systems. */
export const secretsNotIncluded = [
	{ secret: 'AUTH_SECRET', without_it: 'users have to sign in again and set up their authenticator apps again' },
	{
		secret: 'SECRETS_KEY',
		without_it:
			'postbacks are rejected until you enter the offerwall secrets again or import them from OFFERWALLS_FILE; imported passwords no longer work',
	},
	{ secret: 'MEMORY_KEY', without_it: 'deleted accounts are no longer recognised' },
	{ secret: 'PROOF_KEY', without_it: "checkpoints continue under a new key that the old one didn't sign" },
	{ secret: 'RBXCRATE_API_KEY, ROCHEAP_API_KEY', without_it: "payouts stop, and open orders aren't checked" },
	{ secret: 'GOOGLE_CLIENT_SECRET, SMTP_URL, METRICS_TOKEN', without_it: 'these features are off' },
	{ secret: 'ADMIN_PASSWORD', without_it: 'nothing: admins keep their passwords' },
	{ secret: 'BACKUP_S3_SECRET_ACCESS_KEY', without_it: "the bucket can't be read" },
	{ secret: 'the identity of BACKUP_ENCRYPT_TO', without_it: 'no one can read the encrypted backup' },
	{
		secret: "the database's own password (DATA_DIR/postgres/secret)",
		without_it: 'nothing: a restore creates a new one',
	},
];

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
