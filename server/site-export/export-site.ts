import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { problemsInWords } from '../backup/certificate.ts';
import { writeHashed } from '../backup/pack-files.ts';
import { secretsNotIncluded } from '../backup/secrets-not-included.ts';
import { selectMigration, selectTotals } from '../backup/store-totals.ts';
import { checkBooksIn } from '../books/check-books.ts';
import type { Tx } from '../lib/db/database.ts';
import { rowOf } from '../lib/db/rows.ts';
import { beginIn, type Session, withSession } from '../lib/db/session.ts';
import { fillEmptyFolder, syncPath } from '../lib/folders.ts';
import { selectServerVersion } from '../lib/postgres/server-report.ts';
import { productVersion } from '../lib/product-version.ts';
import { sealed } from '../lib/sealed-json.ts';
import { type ExportedTable, MANIFEST, type SiteManifest } from './manifest.ts';
import { createRowDigest } from './row-digest.ts';
import { copyJobsOut, copyTableOut, JOB_COLUMNS, selectSequences, selectTables, speakPlainly } from './store-site.ts';

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

export function withPlainSession<Result>(url: string, work: (session: Session) => Promise<Result>): Promise<Result> {
	return withSession({ url, name: 'export' }, async (session) => {
		await speakPlainly(session);
		return work(session);
	});
}
