import { mkdir, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackedUpSite, lookAtBooks, openBackedUpSite } from '../../test/sites/backed-up-site.ts';
import { contentsOf } from '../../test/support/contents-of.ts';
import { createFolderStore } from '../backup/stores/backup-store.ts';
import { takeBackup } from '../backup/take-backup.ts';
import { verifyBackup } from '../backup/verify-backup.ts';
import { chooseServer } from '../lib/postgres/choose-server.ts';
import { startEmbeddedPostgres } from '../lib/postgres/embedded-postgres.ts';
import { finishSwap, swapFolder } from '../lib/postgres/swap-folder.ts';
import { type UpgradeOptions, upgradeDatabase } from './upgrade-database.ts';

const PRODUCTION = { postgresPrograms: undefined, isProduction: true };
const debian = await chooseServer('/nowhere', PRODUCTION).catch(() => undefined);
if (!debian)
	console.warn(`Skipped: the move to Debian's PostgreSQL needs "apt install postgresql" of Debian 13 or newer.`);

let site: BackedUpSite;
let booked: number;
let before: Record<string, string>;

beforeAll(async () => {
	site = await openBackedUpSite();
	const load = site.startLoad(2);
	await vi.waitFor(() => expect(load.acknowledged()).toBeGreaterThan(20));
	booked = await load.stop();
	await site.db.destroy();
});
afterAll(() => site?.close());

function upgrade(more: Partial<UpgradeOptions> = {}) {
	const { dataDir } = site;
	return upgradeDatabase({
		dataDir,
		programs: undefined,
		isAgain: true,
		durable: false,
		onProgress: () => {},
		...more,
	});
}

const home = () => join(site.dataDir, 'postgres');
const work = (file: string) => join(site.dataDir, 'postgres.upgrade', file);

test('a database that is in use or already of this version is not upgraded', async () => {
	await expect(upgrade()).rejects.toThrow('is using the database in');
	await site.postgres.stop();
	await expect(upgrade({ isAgain: false })).rejects.toThrow('already runs PostgreSQL 18');
	before = await contentsOf(home());
});

test.each<[string, 'copied' | 'exported', () => Promise<unknown>, string | RegExp]>([
	['a copy that fails', 'copied', () => Promise.reject(new Error('planted')), 'planted'],
	['a server that does not start', 'copied', () => rm(work('old/postgres/data/global/pg_control')), "didn't start"],
	['an export that fails', 'copied', () => writeFile(work('files'), ''), /Couldn't use .*files: /],
	['a truncated file', 'exported', () => truncate(work('files/transfers.csv.gz'), 100), 'transfers.csv.gz was changed'],
])('%s leaves the old database unchanged, byte for byte', async (_, at, plant, refusal) => {
	const onStep: UpgradeOptions['onStep'] = async (step) => void (step === at && (await plant()));
	await expect(upgrade({ onStep })).rejects.toThrow(refusal);
	expect(await contentsOf(home())).toEqual(before);
	expect(await readdir(site.dataDir)).toEqual(['control', 'postgres']);
});

test('a verified upgrade replaces the database, no product starts meanwhile, and both versions start after it', async () => {
	let refusal: unknown;
	const onStep: UpgradeOptions['onStep'] = async (step) => {
		if (step === 'imported') refusal = await lookAtBooks(site.dataDir).catch((error) => error.message);
	};
	const { oldFolder } = await upgrade({ onStep });
	expect(refusal).toContain('is using the database in');
	expect(await contentsOf(oldFolder)).toEqual(before);
	expect(await lookAtBooks(site.dataDir)).toEqual({ transfers: booked, isOn: true });
	const old = join(site.folder, 'old');
	await mkdir(old);
	await rename(oldFolder, join(old, 'postgres'));
	expect(await lookAtBooks(old)).toEqual({ transfers: booked, isOn: true });
});

test.runIf(debian)("moves from the bundled server to Debian's and back, with backups of both", async () => {
	const { from, to } = await upgrade({ server: PRODUCTION, isAgain: false });
	expect([from, to]).toEqual(['18', expect.stringContaining(debian?.version ?? '')]);
	await expect(upgrade({ server: PRODUCTION, isAgain: false })).rejects.toThrow('already runs PostgreSQL');
	expect(await lookAtBooks(site.dataDir)).toEqual({ transfers: booked, isOn: true });
	const postgres = await startEmbeddedPostgres({
		dataDir: site.dataDir,
		server: PRODUCTION,
		durable: false,
		archives: true,
		log: () => {},
	});
	const store = createFolderStore(join(site.folder, 'backup of debian'));
	const source = { ...site.source, backupUrl: postgres.backupUrl };
	const manifest = await takeBackup(source, store, site).finally(postgres.stop);
	const proof = await verifyBackup({ store, decrypt: undefined, scratchParent: site.scratchFolder });
	expect(proof).toMatchObject({ transfers: manifest.transfers, problems: [] });
	expect(await upgrade({ isAgain: false })).toMatchObject({ from: debian?.major, to: expect.stringMatching(/^18/) });
	expect(await lookAtBooks(site.dataDir)).toEqual({ transfers: booked, isOn: true });
});

test('a failed swap is undone, and an interrupted one is completed at the next start', async () => {
	const folder = join(site.folder, 'swap');
	const [current, next, backupFolder] = ['current', 'new', 'kept'].map((name) => join(folder, name)) as [
		string,
		string,
		string,
	];
	await mkdir(current, { recursive: true });
	await mkdir(next);
	await mkdir(join(backupFolder, 'in the way'), { recursive: true });
	await expect(swapFolder(current, next, backupFolder)).rejects.toThrow('ENOTEMPTY');
	expect((await readdir(folder)).sort()).toEqual(['current', 'kept']);

	await rename(current, `${current}.next`);
	await finishSwap(current);
	await mkdir(`${current}.next`);
	await finishSwap(current);
	expect((await readdir(folder)).sort()).toEqual(['current', 'kept']);
});
