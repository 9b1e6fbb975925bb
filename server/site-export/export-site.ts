import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { problemsInWords } from '../backup/certificate.ts';
import { writeHashed } from '../backup/pack-files.ts';
import { secretsNotIncluded } from '../backup/secrets-not-included.ts';
import { selectMigration, selectTotals } from '../backup/store-totals.ts';
import { checkBooksIn } from '../books/check-books.ts';
import { transactionOn } from '../lib/db/client-transaction.ts';
import { withPool } from '../lib/db/with-pool.ts';
import { fillEmptyFolder, syncPath } from '../lib/folders.ts';
import { productVersion } from '../lib/product-version.ts';
import { sealed } from '../lib/sealed-json.ts';
import { type ExportedTable, MANIFEST, type SiteManifest } from './manifest.ts';
import { createRowDigest } from './row-digest.ts';
import {
	copyJobsOut,
	copyTableOut,
	JOB_COLUMNS,
	selectSequences,
	selectServerVersion,
	selectTables,
	speakPlainly,
} from './store-site.ts';

export type Tell = (what: string, done: number, of: number) => void;

const GZIP = { level: 1 };
const TOLD_EVERY_ROWS = 50_000;

/** Exports a consistent snapshot (docs/export-format.md). */
export function exportSite(ownerUrl: string, folder: string, tell: Tell): Promise<SiteManifest> {
	return fillEmptyFolder(folder, () =>
		withClient(ownerUrl, async (client) => {
			await client.query('begin isolation level repeatable read read only');
			const manifest = await writeSite(client, folder, tell);
			for (const { file } of [...manifest.tables, manifest.jobs]) await syncPath(join(folder, file));
			const half = join(folder, `${MANIFEST}.half`);
			await writeFile(half, sealed(manifest), { mode: 0o600, flush: true });
			await rename(half, join(folder, MANIFEST));
			await syncPath(folder);
			return manifest;
		}),
	);
}

async function writeSite(client: pg.ClientBase, folder: string, tell: Tell): Promise<SiteManifest> {
	const { rows } = await client.query<{ now: Date }>('select now()');
	const tables = await selectTables(client);
	const all = tables.reduce((sum, { estimatedRows }) => sum + estimatedRows, 0);
	let done = 0;
	const told = () => {
		done += 1;
		if (done % TOLD_EVERY_ROWS === 0) tell('export', Math.min(done, all - 1), all);
	};
	const written: ExportedTable[] = [];
	for (const { name, columns } of tables) {
		const copy = (onRow: (row: Buffer) => void) => copyTableOut(client, { name, columns }, onRow);
		written.push({ name, columns, ...(await writeTable(folder, `${name}.csv.gz`, copy, told)) });
	}
	const jobs = await writeTable(folder, 'waiting_jobs.csv.gz', (onRow) => copyJobsOut(client, onRow), told);
	tell('export', 1, 1);
	const manifest: SiteManifest = {
		format: 1,
		taken_at: (rows[0]?.now ?? new Date()).toISOString(),
		versions: { product: productVersion, postgres: await selectServerVersion(client) },
		migration: await selectMigration(client),
		tables: written,
		jobs: { name: 'waiting_jobs', columns: JOB_COLUMNS, ...jobs },
		sequences: await selectSequences(client),
		...(await selectTotals(client)),
		problems: problemsInWords(await checkBooksIn(transactionOn(client))),
		secrets_not_included: secretsNotIncluded,
	};
	return manifest;
}

async function writeTable(
	folder: string,
	file: string,
	copy: (onRow: (row: Buffer) => void) => Readable,
	told: () => void,
): Promise<Omit<ExportedTable, 'name' | 'columns'>> {
	const digest = createRowDigest();
	const rows = copy((row) => {
		digest.add(row);
		told();
	});
	return { file, ...(await writeHashed([rows, createGzip(GZIP)], join(folder, file))), ...digest.result() };
}

/** Closes the connection afterwards, which ends unfinished work. */
export function withClient<Result>(url: string, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
	return withPool({ url, name: 'export' }, async (pool) => {
		const client = await pool.connect();
		try {
			await speakPlainly(client);
			return await work(client);
		} finally {
			client.release(true);
		}
	});
}
