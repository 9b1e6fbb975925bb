import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { sql } from 'kysely';
import { z } from 'zod';
import { canonicalJson } from '../../contract/proof/canonical-json.ts';
import { problemsInWords } from '../backup/certificate.ts';
import { secretsNotIncluded } from '../backup/manifest.ts';
import { writeHashed } from '../backup/pack-files.ts';
import { type Findings, takeStock } from '../backup/restore/restored-site.ts';
import { forgetEarlierSite } from '../backup/store-backups.ts';
import { selectMigration, selectTotals } from '../backup/store-totals.ts';
import { checkBooksIn } from '../books/check-books.ts';
import { beginIn, createDatabase, rowOf, type Session, type Tx, withPool, withSession } from '../lib/db/database.ts';
import { migrate, prepareSchema, type RoleOptions, requireServerVersion } from '../lib/db/prepare-schema.ts';
import { fillEmptyFolder, syncPath } from '../lib/folders.ts';
import { installJobs } from '../lib/jobs/jobs.ts';
import { selectServerVersion } from '../lib/postgres/server-report.ts';
import { productVersion } from '../lib/product-version.ts';
import { readSealed, sealed, sha256Of } from '../lib/sealed-json.ts';
import { StartProblem } from '../lib/start-problem.ts';
import {
	copyJobsIn,
	copyJobsOut,
	copyTableIn,
	copyTableOut,
	dropIndexes,
	emptyTables,
	JOB_COLUMNS,
	selectFilledTable,
	selectMigrationHere,
	selectSequences,
	selectTables,
	setSequences,
	speakPlainly,
} from './store-site.ts';

export type ImportOptions<Found> = RoleOptions & {
	ownerUrl: string;
	from: string;
	wakeUp: (tx: Tx, manifest: SiteManifest) => Promise<Found>;
	onProgress: OnProgress;
};

export async function importSite<Found>({
	ownerUrl,
	from,
	wakeUp,
	onProgress,
	...roles
}: ImportOptions<Found>): Promise<{ manifest: SiteManifest; found: Found }> {
	const manifest = await readSiteManifest(from, onProgress);
	await prepareEmpty(ownerUrl, manifest.migration);
	const found = await withPlainSession(ownerUrl, async (session) => {
		const tx = await beginIn(session);
		await load(tx, { manifest, from, onProgress });
		await prove(tx, { manifest, onProgress });
		const woken = await wakeUp(tx, manifest);
		await sql`commit`.execute(tx);
		return woken;
	});
	await withPool({ url: ownerUrl, name: 'import' }, (pool) => prepareSchema(pool, roles));
	return { manifest, found };
}

async function readSiteManifest(from: string, onProgress: OnProgress): Promise<SiteManifest> {
	const name = join(from, MANIFEST);
	const text = await readFile(name, 'utf8').catch((cause) => {
		throw new StartProblem(`${name} is missing, so the export is incomplete.`, { cause });
	});
	const manifest = readSealed(siteManifest, name, text);
	if (manifest.problems.length > 0) {
		throw new StartProblem(`The books didn't balance when this was exported: ${manifest.problems.join(' ')}`);
	}
	const files = [...manifest.tables, manifest.jobs];
	for (const [n, { file, sha256 }] of files.entries()) {
		const found = await sha256Of(createReadStream(join(from, file))).catch((cause) => {
			throw new StartProblem(`${join(from, file)} is missing.`, { cause });
		});
		if (found !== sha256) throw new StartProblem(`${join(from, file)} was changed (wrong SHA-256).`);
		onProgress('files', n + 1, files.length);
	}
	return manifest;
}

/** Creates the tables of the exported version, so that later migrations also convert the rows. */
async function prepareEmpty(ownerUrl: string, migration: string): Promise<void> {
	await withPlainSession(ownerUrl, async (session) => {
		const here = await selectMigrationHere(session);
		if (here === '') throw new StartProblem("The database isn't empty. It contains tables of another program.");
		const filled = here && (await selectFilledTable(session));
		if (filled) throw new StartProblem(`The database isn't empty (table ${filled}). Use a new one.`);
		if (here && here !== migration) {
			throw new StartProblem(
				`The database is at migration ${here}, but the export is at ${migration}. Use a new database.`,
			);
		}
	});
	await withPool({ url: ownerUrl, name: 'import' }, async (pool) => {
		const owner = createDatabase(pool);
		await requireServerVersion(owner);
		await migrate(owner, migration);
		await installJobs(pool);
	});
}

type Loading = { manifest: SiteManifest; from: string; onProgress: OnProgress };

async function load(session: Session, { manifest, from, onProgress }: Loading): Promise<void> {
	const { tables, jobs, sequences } = manifest;
	await requireSameTables(session, manifest);
	await emptyTables(session, tables);
	const makeIndexes = await dropIndexes(session, tables);
	const all = [...tables, jobs].reduce((sum, { bytes }) => sum + bytes, 0);
	let done = 0;
	async function* read({ file, bytes }: ExportedTable): AsyncGenerator<Buffer> {
		const stored = createReadStream(join(from, file));
		const contents = createGunzip();
		stored.on('error', (error) => contents.destroy(error)).pipe(contents);
		for await (const chunk of contents) {
			yield chunk;
			onProgress('import', done + Math.min(stored.bytesRead, bytes - 1), all);
		}
		done += bytes;
	}
	for (const table of tables) await copyTableIn(session, table, read(table));
	for (const [n, make] of makeIndexes.entries()) {
		onProgress('indexes', n, makeIndexes.length);
		await sql.raw(make).execute(session);
	}
	// Without statistics, the following statements would be planned for empty tables.
	await sql`analyze`.execute(session);
	onProgress('indexes', 1, 1);
	await copyJobsIn(session, read(jobs));
	onProgress('import', 1, 1);
	await setSequences(session, sequences);
}

async function requireSameTables(session: Session, { tables, migration }: SiteManifest): Promise<void> {
	const namesOf = (some: readonly { name: string; columns: readonly string[] }[]) =>
		some.map(({ name, columns }) => `${name} (${columns})`).sort();
	const [here, there] = [namesOf(await selectTables(session)), namesOf(tables)];
	const other = here.find((name) => !there.includes(name)) ?? there.find((name) => !here.includes(name));
	if (other) throw new StartProblem(`The export doesn't match migration ${migration}: ${other} differs.`);
}

async function prove(tx: Session & Tx, { manifest, onProgress }: Pick<Loading, 'manifest' | 'onProgress'>) {
	const { tables, jobs, last_transfer, transfers, totals } = manifest;
	const all = tables.reduce((sum, { rows }) => sum + rows, 0);
	let done = 0;
	for (const table of tables) {
		await proveTable(table, (onRow) => copyTableOut(tx, table, onRow));
		done += table.rows;
		onProgress('proof', done, all);
	}
	await proveTable(jobs, (onRow) => copyJobsOut(tx, onRow));
	const here = await selectTotals(tx);
	if (canonicalJson(here) !== canonicalJson({ last_transfer, transfers, totals })) {
		throw new StartProblem('The totals differ from the export.');
	}
	const [problem] = problemsInWords(await checkBooksIn(tx));
	if (problem) throw new StartProblem(problem);
}

async function proveTable({ name, rows, digest }: ExportedTable, copy: (onRow: (row: Buffer) => void) => Readable) {
	const here = createRowDigest();
	await finished(copy(here.add).resume());
	const found = here.result();
	if (found.rows === rows && found.digest === digest) return;
	throw new StartProblem(
		`${name} has ${found.rows} rows with digest ${found.digest} instead of ${rows} rows with ${digest}.`,
	);
}

/** Turns payouts off, because the original site may have been used since the export. */
export function waitForPerson(tx: Tx, { taken_at }: SiteManifest): Promise<Findings> {
	const until = new Date(taken_at);
	return takeStock(tx, { backup: `export of ${taken_at}`, until, gap: null, published: [] });
}

export const goOn = forgetEarlierSite;

export type OnProgress = (what: string, done: number, of: number) => void;

const GZIP = { level: 1 };
const PROGRESS_EVERY_ROWS = 50_000;

export function exportSite(ownerUrl: string, folder: string, onProgress: OnProgress): Promise<SiteManifest> {
	return fillEmptyFolder(folder, () =>
		withPlainSession(ownerUrl, async (session) => {
			const tx = await beginIn(session, 'isolation level repeatable read read only');
			const manifest = await writeSite(tx, folder, onProgress);
			for (const { file } of [...manifest.tables, manifest.jobs]) await syncPath(join(folder, file));
			const half = join(folder, `${MANIFEST}.half`);
			await writeFile(half, sealed(manifest), { mode: 0o600, flush: true });
			await rename(half, join(folder, MANIFEST));
			await syncPath(folder);
			return manifest;
		}),
	);
}

async function writeSite(tx: Session & Tx, folder: string, onProgress: OnProgress): Promise<SiteManifest> {
	const taken = await rowOf<{ now: Date }>(tx)`select now()`;
	const tables = await selectTables(tx);
	const all = tables.reduce((sum, { estimatedRows }) => sum + estimatedRows, 0);
	let done = 0;
	const countRow = () => {
		done += 1;
		if (done % PROGRESS_EVERY_ROWS === 0) onProgress('export', Math.min(done, all - 1), all);
	};
	const written: ExportedTable[] = [];
	for (const { name, columns } of tables) {
		const copy = (onRow: (row: Buffer) => void) => copyTableOut(tx, { name, columns }, onRow);
		written.push({ name, columns, ...(await writeTable(folder, `${name}.csv.gz`, copy, countRow)) });
	}
	const jobs = await writeTable(folder, 'waiting_jobs.csv.gz', (onRow) => copyJobsOut(tx, onRow), countRow);
	onProgress('export', 1, 1);
	const manifest: SiteManifest = {
		format: 1,
		taken_at: (taken?.now ?? new Date()).toISOString(),
		versions: { product: productVersion, postgres: await selectServerVersion(tx) },
		migration: await selectMigration(tx),
		tables: written,
		jobs: { name: 'waiting_jobs', columns: JOB_COLUMNS, ...jobs },
		sequences: await selectSequences(tx),
		...(await selectTotals(tx)),
		problems: problemsInWords(await checkBooksIn(tx)),
		secrets_not_included: secretsNotIncluded,
	};
	return manifest;
}

async function writeTable(
	folder: string,
	file: string,
	copy: (onRow: (row: Buffer) => void) => Readable,
	countRow: () => void,
): Promise<Omit<ExportedTable, 'name' | 'columns'>> {
	const digest = createRowDigest();
	const rows = copy((row) => {
		digest.add(row);
		countRow();
	});
	return { file, ...(await writeHashed([rows, createGzip(GZIP)], join(folder, file))), ...digest.result() };
}

function withPlainSession<Result>(url: string, work: (session: Session) => Promise<Result>): Promise<Result> {
	return withSession({ url, name: 'export' }, async (session) => {
		await speakPlainly(session);
		return work(session);
	});
}

type RowDigest = { add(row: Buffer): void; result(): { rows: number; digest: string } };

function createRowDigest(): RowDigest {
	let rows = -1;
	let sum = 0n;
	return {
		add(row) {
			rows += 1;
			if (rows > 0) sum += hash('sha256', row, 'buffer').readBigUInt64BE();
		},
		result: () => ({ rows: Math.max(rows, 0), digest: BigInt.asUintN(64, sum).toString(16).padStart(16, '0') }),
	};
}

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
type ExportedTable = z.output<typeof exportedTable>;

const siteManifest = z.object({
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

const MANIFEST = 'manifest.json';
