import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BackedUpSite, openBackedUpSite } from '../../test/sites/backed-up-site.ts';
import { createDatabase, createPool } from '../lib/db/database.ts';
import { startEmbeddedPostgres } from '../lib/postgres/embedded-postgres.ts';
import { finishSwap } from '../lib/postgres/swap-folder.ts';
import { sha256Of } from '../lib/sha256.ts';
import { type UpgradeOptions, upgradeDatabase } from './upgrade-database.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let site: BackedUpSite;
let booked: number;

beforeAll(async () => {
	site = await openBackedUpSite();
	const load = site.startLoad(2);
	await vi.waitFor(() => expect(load.acknowledged()).toBeGreaterThan(20), { timeout: 20_000 });
	booked = await load.stop();
	await site.db.destroy();
});
afterAll(() => site?.close());

function upgrade(more: Partial<UpgradeOptions> = {}) {
	const { dataDir } = site;
	return upgradeDatabase({ dataDir, programs: undefined, isAgain: true, durable: false, tell: () => {}, ...more });
}

/** Every file below, and what is in it. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
	const found: Record<string, string> = {};
	for (const file of files.sort()) found[file.slice(folder.length)] = await sha256Of(createReadStream(file));
	return found;
}

async function transfersIn(dataDir: string): Promise<unknown> {
	const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false });
	const db = createDatabase(createPool({ url: postgres.appUrl, poolSize: 1, applicationName: 'test', onError() {} }));
	const { rows } = await sql`
		select (select count(*)::int from transfers) as transfers, (select is_on from payout_settings) as "isOn"
	`.execute(db);
	await db.destroy();
	await postgres.stop();
	return rows[0];
}

test('what fails at any step leaves the old database as it was, byte for byte; what holds takes its place', async () => {
	const { dataDir } = site;
	const home = join(dataDir, 'postgres');
	await expect(upgrade()).rejects.toThrow('is in use: stop the product first');
	await site.postgres.stop();
	await expect(upgrade({ isAgain: false })).rejects.toThrow('is of PostgreSQL 18 already');
	const before = await contentsOf(home);
	const work = join(dataDir, 'postgres.upgrade');
	const fail = () => Promise.reject(new Error('planted'));
	const planted: [string, UpgradeOptions['onStep'], string][] = [
		['a copy that cannot be made', (step) => (step === 'copied' ? fail() : undefined), 'planted'],
		[
			'a server that does not start',
			(step) => (step === 'copied' ? rm(join(work, 'old/postgres/data/global/pg_control')) : undefined),
			'PostgreSQL did not start',
		],
		['an export that fails', (step) => (step === 'exported' ? fail() : undefined), 'planted'],
		[
			'a file that is cut',
			(step) => (step === 'exported' ? truncate(join(work, 'files/transfers.csv.gz'), 100) : undefined),
			'transfers.csv.gz was changed',
		],
		['an import that fails', (step) => (step === 'imported' ? fail() : undefined), 'planted'],
		[
			'a swap that fails',
			(step) => (step === 'imported' ? rm(join(work, 'new'), { recursive: true }) : undefined),
			'ENOENT',
		],
	];
	for (const [what, onStep, refusal] of planted) {
		await expect(upgrade({ onStep }), what).rejects.toThrow(refusal);
		expect(await contentsOf(home), what).toEqual(before);
		expect(await readdir(dataDir), what).toEqual(['postgres']);
	}

	const { kept } = await upgrade();
	expect(await contentsOf(kept)).toEqual(before);
	expect(await transfersIn(dataDir)).toEqual({ transfers: booked, isOn: true });
	// The old one starts as well.
	const old = join(site.folder, 'old');
	await mkdir(old);
	await rename(kept, join(old, 'postgres'));
	expect(await transfersIn(old)).toEqual({ transfers: booked, isOn: true });
});

test('who starts the product meanwhile keeps what it books', async () => {
	const onStep: UpgradeOptions['onStep'] = async (step) => {
		if (step === 'imported') await transfersIn(site.dataDir);
	};
	await expect(upgrade({ onStep })).rejects.toThrow('Somebody used the database meanwhile');
	expect(await readdir(site.dataDir)).toEqual(['postgres']);
});

test('a swap that was cut off between its renames is finished at the next start; one before them never was', async () => {
	const home = join(site.folder, 'swap/home');
	await mkdir(`${home}.next`, { recursive: true });
	await writeFile(join(`${home}.next`, 'new'), '');
	await finishSwap(home);
	expect(await readdir(home)).toEqual(['new']);
	await mkdir(`${home}.next`);
	await finishSwap(home);
	expect(await readdir(join(site.folder, 'swap'))).toEqual(['home']);
});
