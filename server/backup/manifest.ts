import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { readSealed, sealed } from '../lib/sealed-json.ts';
import { StartProblem } from '../lib/start-problem.ts';
import { type BackupStore, MissingFile } from './stores/backup-store.ts';

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const path = z.string().regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w.-]+(?:\/[\w.-]+)*$/);
export const segment = z.string().regex(/^[0-9A-F]{24}$/);
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

export const manifest = z.object({
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
export const isManifest = (name: string) => name.endsWith(`/${MANIFEST}`);

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
