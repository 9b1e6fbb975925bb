import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import { type BackedUpSite, openBackedUpSite } from '../../test/sites/backed-up-site.ts';
import { execute } from '../../test/support/execute.ts';
import { systemClock } from '../lib/clock-and-log.ts';
import { listBackupAlerts } from './backup-alerts.ts';
import { backUpNightly } from './backups.ts';
import { createEncrypt } from './encryption.ts';
import { listArchive, listBackups } from './layout.ts';
import { selectArchive, selectBackups } from './store-backups.ts';
import { createFolderStore } from './stores/backup-store.ts';
import { nameOf } from './take-backup.ts';
import { verifyBackup } from './verify-backup.ts';
import { listWaiting, shipOnce } from './wal/ship-wal.ts';

const run = promisify(execFile);
const canMount = await run('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).then(
	() => true,
	() => false,
);

let site: BackedUpSite;
let folder: string;
const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() };

beforeAll(async () => {
	site = await openBackedUpSite({ archives: true });
});
afterAll(() => site?.close());
beforeEach(async () => {
	folder = join(site.folder, `backups-${Math.random().toString(36).slice(2)}`);
	await shipOnce(shipping());
	await sql`delete from backups`.execute(site.db);
	await sql`update backup_archive set failing_since = null, problem = null, has_gap = false`.execute(site.db);
});

function shipping(at = join(site.folder, 'emptied'), encryptTo?: string) {
	const encrypt = encryptTo === undefined ? undefined : createEncrypt(encryptTo);
	const { dataFolder } = site.source;
	const to = { dataFolder, site: site.source.site, store: createFolderStore(at), encrypt, ...site };
	return { db: site.db, clock: systemClock, log: log as never, shipping: to };
}

function nightly(more: { keep?: number; encryptTo?: string; nowMs?: number } = {}) {
	const { keep = 14, encryptTo, nowMs = Date.now() } = more;
	return backUpNightly({
		...{ db: site.db, clock: { now: () => nowMs }, log: log as never, source: site.source, keep, encryptTo },
		store: createFolderStore(folder),
		scratchFolder: join(site.folder, 'nightly'),
		signal: new AbortController().signal,
	});
}

function alertsIn(ms: number, backupFolder?: string) {
	const clock = { now: () => Date.now() + ms };
	return listBackupAlerts({ db: site.db, clock, config: { backup: { folder: backupFolder } } });
}

async function fillSegment(): Promise<void> {
	const load = site.startLoad(1);
	await vi.waitFor(() => expect(load.acknowledged()).toBeGreaterThan(0));
	await load.stop();
	const before = (await listWaiting(site.source.dataFolder)).length;
	await execute(site.source.backupUrl, 'select pg_switch_wal()');
	await vi.waitFor(async () => expect((await listWaiting(site.source.dataFolder)).length).toBeGreaterThan(before));
}

test('a nightly run makes and verifies a backup and removes expired backups and WAL', async () => {
	await fillSegment();
	await shipOnce(shipping(folder));
	await nightly({ keep: 1, nowMs: Date.now() - DAY_MS });
	const [first] = await listBackups(createFolderStore(folder));
	expect(await selectBackups(site.db, 5)).toMatchObject([
		{ name: first?.name, verifiedAt: expect.any(Date), problem: null },
	]);
	const before = await listArchive(createFolderStore(folder), site.source.site);
	await fillSegment();
	await shipOnce(shipping(folder));
	await nightly({ keep: 1 });
	const stored = await listBackups(createFolderStore(folder));
	expect(stored).toHaveLength(1);
	expect(stored[0]?.name).not.toBe(first?.name);
	const after = await listArchive(createFolderStore(folder), site.source.site);
	expect(after.map(({ segment }) => segment)).not.toContain(before[0]?.segment);
	expect(await selectBackups(site.db, 5)).toHaveLength(1);
	expect(await alertsIn(0)).toEqual([]);
	await vi.waitFor(async () => {
		await shipOnce(shipping(folder));
		expect(await alertsIn(27 * HOUR_MS)).toMatchObject([{ kind: 'backup-old' }]);
	});
});

test('changes after a backup are in the WAL archive, and a missing segment fails the verification', async () => {
	await nightly();
	await fillSegment();
	await fillSegment();
	await shipOnce(shipping(folder));
	expect(await listWaiting(site.source.dataFolder)).toEqual([]);
	const store = createFolderStore(folder);
	const archive = await listArchive(store, site.source.site);
	const verify = () => verifyBackup({ store, decrypt: undefined, scratchParent: site.scratchFolder });
	expect(await verify()).toMatchObject({ problems: [], wal_segments: expect.any(Number) });
	await rm(join(folder, archive.at(-2)?.name ?? ''));
	expect((await verify()).problems).toEqual([expect.stringContaining('has a gap')]);
});

test('a failed backup raises an alert, and the next one removes unfinished files but not those of a running backup', async () => {
	await writeFile(folder, 'a file is in the way');
	await expect(nightly()).rejects.toThrow("Couldn't write");
	expect(await alertsIn(0)).toMatchObject([
		{ kind: 'backup-failed', message: expect.stringContaining("Couldn't write") },
	]);
	await rm(folder);
	const running = `${nameOf(new Date(Date.now() - HOUR_MS))}-live`;
	for (const name of ['20200101T000000Z-dead', running]) {
		const half = join(folder, site.source.site, 'backups', name);
		await mkdir(half, { recursive: true });
		await writeFile(join(half, 'part-0001.tar.gz'), 'half');
	}
	await nightly();
	const names = (await createFolderStore(folder).list('')).map(({ name }) => name);
	expect(names.filter((name) => name.includes('dead'))).toEqual([]);
	expect(names.filter((name) => name.includes(running))).toHaveLength(1);
	expect(await alertsIn(0)).toEqual([]);
});

test('WAL that cannot be shipped waits, raises an alert and is dropped above the limit', async () => {
	await fillSegment();
	await writeFile(folder, 'a file is in the way');
	await shipOnce(shipping(folder));
	expect((await listWaiting(site.source.dataFolder)).length).toBeGreaterThan(0);
	expect(await alertsIn(3 * MINUTE_MS)).toMatchObject([
		{ kind: 'backup-archive', message: expect.stringContaining("Couldn't write") },
	]);
	await shipOnce(shipping(folder), 0);
	expect(await listWaiting(site.source.dataFolder)).toEqual([]);
	expect(await selectArchive(site.db)).toMatchObject({ hasGap: true });
	await rm(folder);
	await nightly();
	await fillSegment();
	await shipOnce(shipping(folder));
	expect(await selectArchive(site.db)).toMatchObject({ hasGap: false, failingSince: null, problem: null });
});

test('shipping that stopped without an error raises an alert after two minutes', async () => {
	await fillSegment();
	await shipOnce(shipping(folder));
	await fillSegment();
	expect(await alertsIn(MINUTE_MS)).toEqual([]);
	expect(await alertsIn(3 * MINUTE_MS)).toMatchObject([
		{ kind: 'backup-archive', message: expect.stringContaining('WAL shipping has stopped') },
	]);
	await vi.waitFor(async () => {
		await shipOnce(shipping(folder));
		expect(await alertsIn(3 * MINUTE_MS)).toEqual([]);
	});
});

test.runIf(canMount)('a full disk of BACKUP_DIR raises an alert at once', async () => {
	await mkdir(folder);
	await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
	try {
		expect(await alertsIn(0, folder)).toMatchObject([{ kind: 'backup-full' }]);
	} finally {
		await run('umount', [folder]);
	}
	expect(await alertsIn(0, folder)).toEqual([]);
});

test('with encryption, the backup is verified and all files, including WAL, are stored encrypted', async () => {
	const identity = await generateIdentity();
	const encryptTo = await identityToRecipient(identity);
	await nightly({ encryptTo });
	await fillSegment();
	await shipOnce(shipping(folder, encryptTo));
	const names = (await createFolderStore(folder).list('')).map(({ name }) => name);
	expect(names.filter((name) => !/\.age$|manifest\.json$|certificates\//.test(name))).toEqual([]);
	expect(names.filter((name) => /\/wal\/[0-9A-F]{24}-.*\.gz\.age$/.test(name)).length).toBeGreaterThan(0);
	expect(await selectBackups(site.db, 1)).toMatchObject([{ verifiedAt: expect.any(Date), problem: null }]);
});
