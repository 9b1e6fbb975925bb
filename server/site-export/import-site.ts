import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { sql } from 'kysely';
import { canonicalJson } from '../../contract/proof/canonical-json.ts';
import { problemsInWords } from '../backup/certificate.ts';
import { type Findings, takeStock } from '../backup/restore/restored-site.ts';
import { forgetEarlierSite } from '../backup/store-backups.ts';
import { selectTotals } from '../backup/store-totals.ts';
import { checkBooksIn } from '../books/check-books.ts';
import { createDatabase, type Tx } from '../lib/db/database.ts';
import { migrate } from '../lib/db/migrate.ts';
import { prepareSchema } from '../lib/db/prepare-schema.ts';
import { type RoleOptions, requireServerVersion } from '../lib/db/roles.ts';
import { beginIn, type Session } from '../lib/db/session.ts';
import { withPool } from '../lib/db/with-pool.ts';
import { installJobs } from '../lib/jobs/jobs.ts';
import { readSealed } from '../lib/sealed-json.ts';
import { sha256Of } from '../lib/sha256.ts';
import { StartProblem } from '../lib/start-problem.ts';
import { type OnProgress, withPlainSession } from './export-site.ts';
import { type ExportedTable, MANIFEST, type SiteManifest, siteManifest } from './manifest.ts';
import { createRowDigest } from './row-digest.ts';
import {
	copyJobsIn,
	copyJobsOut,
	copyTableIn,
	copyTableOut,
	dropIndexes,
	emptyTables,
	selectFilledTable,
	selectMigrationHere,
	selectTables,
	setSequences,
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

async function prove(
	tx: Session & Tx,
	{ manifest, onProgress }: Pick<Loading, 'manifest' | 'onProgress'>,
): Promise<void> {
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

async function proveTable(
	{ name, rows, digest }: ExportedTable,
	copy: (onRow: (row: Buffer) => void) => Readable,
): Promise<void> {
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
