import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { readSealed, sealed } from '../lib/sealed-json.ts';
import { StartProblem } from '../lib/start-problem.ts';
import { type BackupStore, MissingFile } from './stores/backup-store.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Nothing that could lead out of the folder that it is unpacked to. */
const path = z.string().regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w.-]+(?:\/[\w.-]+)*$/);
const segment = z.string().regex(/^[0-9A-F]{24}$/);
const position = z.object({ lsn: z.string(), segment });

const storedFile = z.object({
	kind: z.enum(['part', 'wal']),
	/** Beside the manifest. */
	name: path,
	/** As it is stored. */
	bytes: z.number(),
	sha256,
	/** Before it was encrypted; the same as `sha256` where it was not. */
	plain_sha256: sha256,
});
export type ManifestFile = z.output<typeof storedFile>;

const manifest = z.object({
	format: z.literal(1),
	name: path,
	site: path,
	started_at: z.iso.datetime(),
	/** What was acknowledged before is in its totals; what was until `stopped_at` is in the copy too. */
	totals_at: z.iso.datetime(),
	stopped_at: z.iso.datetime(),
	finished_at: z.iso.datetime(),
	versions: z.object({ product: z.string(), postgres: z.string() }),
	/** The newest file of `db/migrations` that was applied. */
	migration: z.string(),
	timeline: z.number(),
	wal: z.object({ start: position, stop: position }),
	last_transfer: z.object({ id: z.string(), at: z.iso.datetime() }).nullable(),
	/** Up to the last one, without those in `late`. */
	transfers: z.number(),
	/** Credits less debits of each account, in hundredths of R$. */
	totals: z.record(z.string(), z.string().regex(/^-?\d+$/)),
	/** Ids below the last one that were committed only after the totals were taken. */
	late: z.array(z.string()),
	stored: z.array(storedFile),
	/** What is in the parts, as it was read. */
	files: z.array(z.object({ path, bytes: z.number(), sha256 })),
	folders: z.array(path),
	/** The recipient of age that `stored` is encrypted to. */
	encrypted_to: z.string().nullable(),
	secrets_not_included: z.array(z.object({ secret: z.string(), without_it: z.string() })),
});
export type Manifest = z.output<typeof manifest>;

/** All that is stored of it. */
export const bytesOf = ({ stored }: Manifest) => stored.reduce((sum, { bytes }) => sum + bytes, 0);

const MANIFEST = 'manifest.json';

export const nameOfManifest = (backup: string) => `${backup}/${MANIFEST}`;
export const isManifest = (name: string) => name.endsWith(`/${MANIFEST}`);

/** The last thing that a backup writes: only with it is the backup one. */
export async function writeManifest(store: BackupStore, backup: string, contents: Manifest): Promise<void> {
	await putText(store, nameOfManifest(backup), sealed(contents));
}

/** @throws StartProblem when it is missing, cut off or changed. */
export async function readManifest(store: BackupStore, backup: string): Promise<Manifest> {
	const name = nameOfManifest(backup);
	const contents = store.read(name).then(text, (cause) => {
		if (!(cause instanceof MissingFile)) throw cause;
		throw new StartProblem(`${name} is missing, so this backup is incomplete.`);
	});
	return readSealed(manifest, name, await contents);
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
