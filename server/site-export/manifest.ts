import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Names are inserted into SQL, so this pattern is strict. */
const name = z.string().regex(/^[a-z][a-z0-9_]*$/);

const exportedTable = z.object({
	name,
	columns: z.array(name).min(1),
	file: z.string().regex(/^[a-z][a-z0-9_]*\.csv\.gz$/),
	bytes: z.number(),
	sha256,
	rows: z.number(),
	/** A digest of the rows, independent of their order ({@link createRowDigest}). */
	digest: z.string().regex(/^[0-9a-f]{16}$/),
});
export type ExportedTable = z.output<typeof exportedTable>;

export const siteManifest = z.object({
	format: z.literal(1),
	taken_at: z.iso.datetime(),
	versions: z.object({ product: z.string(), postgres: z.string() }),
	migration: z.string(),
	tables: z.array(exportedTable),
	jobs: exportedTable,
	sequences: z.record(name, z.string().regex(/^\d+$/)),
	last_transfer: z.object({ id: z.string(), at: z.iso.datetime() }).nullable(),
	transfers: z.number(),
	/** Credits less debits per account, in hundredths of R$. */
	totals: z.record(z.string(), z.string().regex(/^-?\d+$/)),
	problems: z.array(z.string()),
	secrets_not_included: z.array(z.object({ secret: z.string(), without_it: z.string() })),
});
export type SiteManifest = z.output<typeof siteManifest>;

export const MANIFEST = 'manifest.json';
