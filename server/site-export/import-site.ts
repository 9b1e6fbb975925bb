import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { canonicalJson } from '../../contract/proof/canonical-json.ts';
import { problemsInWords } from '../backup/certificate.ts';
import { type Findings, takeStock } from '../backup/restore/restored-site.ts';
import { forgetEarlierSite } from '../backup/store-backups.ts';
import { selectTotals } from '../backup/store-totals.ts';
import { checkBooksIn } from '../books/check-books.ts';
import { transactionOn } from '../lib/db/client-transaction.ts';
import { createDatabase, type Tx } from '../lib/db/database.ts';
import { migrate } from '../lib/db/migrate.ts';
import { prepareSchema } from '../lib/db/prepare-schema.ts';
import { type RoleOptions, requireServerVersion } from '../lib/db/roles.ts';
import { withPool } from '../lib/db/with-pool.ts';
import { installJobs } from '../lib/jobs/jobs.ts';
import { readSealed } from '../lib/sealed-json.ts';
import { sha256Of } from '../lib/sha256.ts';
import { StartProblem } from '../lib/start-problem.ts';
import { type Tell, withClient } from './export-site.ts';
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
	tell: Tell;
};

/** Verifies digests, totals and ledger before it commits. */
export async function importSite<Found>({
	ownerUrl,
	from,
	wakeUp,
	tell,
	...roles
}: ImportOptions<Found>): Promise<{ manifest: SiteManifest; found: Found }> {
	const manifest = await readSiteManifest(from, tell);
	await prepareEmpty(ownerUrl, manifest.migration);
	const found = await withClient(ownerUrl, async (client) => {
		await client.query('begin');
		await load(client, { manifest, from, tell });
		await prove(client, { manifest, tell });
		const woken = await wakeUp(transactionOn(client), manifest);
		await client.query('commit');
		return woken;
	});
	await withPool({ url: ownerUrl, name: 'import' }, (pool) => prepareSchema(pool, roles));
	return { manifest, found };
}

/** Checks every file before the import begins. */
async function readSiteManifest(from: string, tell: Tell): Promise<SiteManifest> {
	const name = join(from, MANIFEST);
	const text = await readFile(name, 'utf8').catch((cause) => {
		throw new StartProblem(`${name} is missing, so the export is incomplete.`, { cause });
	});
	const manifest = readSealed(siteManifest, name, text);
	if (manifest.problems.length > 0) {
		throw new StartProblem(`The books didn’t balance when this was exported: ${manifest.problems.join(' ')}`);
	}
	const files = [...manifest.tables, manifest.jobs];
	for (const [n, { file, sha256 }] of files.entries()) {
		const found = await sha256Of(createReadStream(join(from, file))).catch((cause) => {
			throw new StartProblem(`${join(from, file)} is missing.`, { cause });
		});
		if (found !== sha256) throw new StartProblem(`${join(from, file)} was changed (wrong SHA-256).`);
		tell('files', n + 1, files.length);
	}
	return manifest;
}

/** Creates the tables as exported, so that later migrations also convert the rows. */
async function prepareEmpty(ownerUrl: string, migration: string): Promise<void> {
	await withClient(ownerUrl, async (client) => {
		const here = await selectMigrationHere(client);
		if (here === '') throw new StartProblem('The database isn’t empty. It contains tables of another program.');
		const filled = here && (await selectFilledTable(client));
		if (filled) throw new StartProblem(`The database isn’t empty (table ${filled}). Use a new one.`);
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

type Loading = { manifest: SiteManifest; from: string; tell: Tell };

async function load(client: pg.ClientBase, { manifest, from, tell }: Loading): Promise<void> {
	const { tables, jobs, sequences } = manifest;
	await requireSameTables(client, manifest);
	await emptyTables(client, tables);
	const makeIndexes = await dropIndexes(client, tables);
	const all = [...tables, jobs].reduce((sum, { bytes }) => sum + bytes, 0);
	let done = 0;
	async function* read({ file, bytes }: ExportedTable): AsyncGenerator<Buffer> {
		const stored = createReadStream(join(from, file));
		const contents = createGunzip();
		stored.on('error', (error) => contents.destroy(error)).pipe(contents);
		for await (const chunk of contents) {
			yield chunk;
			tell('import', done + Math.min(stored.bytesRead, bytes - 1), all);
		}
		done += bytes;
	}
	for (const table of tables) await copyTableIn(client, table, read(table));
	for (const [n, make] of makeIndexes.entries()) {
		tell('indexes', n, makeIndexes.length);
		await client.query(make);
	}
	// Otherwise later statements would be planned for empty tables.
	await client.query('analyze');
	tell('indexes', 1, 1);
	await copyJobsIn(client, read(jobs));
	tell('import', 1, 1);
	await setSequences(client, sequences);
}

async function requireSameTables(client: pg.ClientBase, { tables, migration }: SiteManifest): Promise<void> {
	const namesOf = (some: readonly { name: string; columns: readonly string[] }[]) =>
		some.map(({ name, columns }) => `${name} (${columns})`).sort();
	const [here, there] = [namesOf(await selectTables(client)), namesOf(tables)];
	const other = here.find((name) => !there.includes(name)) ?? there.find((name) => !here.includes(name));
	if (other) throw new StartProblem(`The export doesn’t match migration ${migration}: ${other} differs.`);
}

async function prove(client: pg.ClientBase, { manifest, tell }: Pick<Loading, 'manifest' | 'tell'>): Promise<void> {
	const { tables, jobs, last_transfer, transfers, totals } = manifest;
	const all = tables.reduce((sum, { rows }) => sum + rows, 0);
	let done = 0;
	for (const table of tables) {
		await proveTable(table, (onRow) => copyTableOut(client, table, onRow));
		done += table.rows;
		tell('proof', done, all);
	}
	await proveTable(jobs, (onRow) => copyJobsOut(client, onRow));
	const here = await selectTotals(client);
	if (canonicalJson(here) !== canonicalJson({ last_transfer, transfers, totals })) {
		throw new StartProblem('The totals differ from the export.');
	}
	const [problem] = problemsInWords(await checkBooksIn(transactionOn(client)));
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

/** The original may have been used since, so payouts are off. */
export function waitForPerson(tx: Tx, { taken_at }: SiteManifest): Promise<Findings> {
	const until = new Date(taken_at);
	return takeStock(tx, { backup: `export of ${taken_at}`, until, gap: null, published: [] });
}

export const goOn = forgetEarlierSite;
