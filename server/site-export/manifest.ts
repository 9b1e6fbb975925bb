import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** What is put into statements, so nothing but this. */
const name = z.string().regex(/^[a-z][a-z0-9_]*$/);

const exportedTable = z.object({
	name,
	columns: z.array(name).min(1),
	/** Beside the manifest. */
	file: z.string().regex(/^[a-z][a-z0-9_]*\.csv\.gz$/),
	bytes: z.number(),
	/** Of the file. */
	sha256,
	rows: z.number(),
	/** Of what is in the table, whatever its order: see {@link createRowDigest}. */
	digest: z.string().regex(/^[0-9a-f]{16}$/),
});
export type ExportedTable = z.output<typeof exportedTable>;

export const siteManifest = z.object({
	format: z.literal(1),
	/** The moment that all of it is of. */
	taken_at: z.iso.datetime(),
	versions: z.object({ product: z.string(), postgres: z.string() }),
	/** The newest file of `db/migrations`, which made these tables. */
	migration: z.string(),
	tables: z.array(exportedTable),
	/** Jobs that wait. */
	jobs: exportedTable,
	/** The last number that each has given. */
	sequences: z.record(name, z.string().regex(/^\d+$/)),
	last_transfer: z.object({ id: z.string(), at: z.iso.datetime() }).nullable(),
	transfers: z.number(),
	/** Credits less debits of each account, in hundredths of R$. */
	totals: z.record(z.string(), z.string().regex(/^-?\d+$/)),
	/** What the proof of the books has found. */
	problems: z.array(z.string()),
	secrets_not_included: z.array(z.object({ secret: z.string(), without_it: z.string() })),
});
export type SiteManifest = z.output<typeof siteManifest>;

export const MANIFEST = 'manifest.json';
