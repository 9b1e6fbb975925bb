import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { HOUR_MS } from '../../../contract/durations.ts';
import { archiveAll, type BackedUpSite, lookInto, openBackedUpSite } from '../../../test/sites/backed-up-site.ts';
import { execute } from '../../../test/support/execute.ts';
import type { Database } from '../../lib/db/database.ts';
import { sealed } from '../../lib/sealed-json.ts';
import type { VendorOrder } from '../../withdrawals/vendors/vendor.ts';
import { listArchive, nameOfBackup, shippedNoteOf } from '../layout.ts';
import { type Manifest, putText, writeManifest } from '../manifest.ts';
import { createFolderStore } from '../stores/backup-store.ts';
import { takeBackup } from '../take-backup.ts';
import { writeShippedNote } from '../wal/ship-wal.ts';
import { checkVendorsAfterRestore } from './check-vendors.ts';
import { restoreBackup, restoredInWords } from './restore-backup.ts';

let site: BackedUpSite;
let folder: string;
let beforeDisaster: Date;
let booked: number;
let manifest: Manifest;
let manifestPath: string;
const quietly = { decrypt: undefined, durable: false, published: [], log: () => {} };

beforeAll(async () => {
	site = await openBackedUpSite({ archives: true });
	folder = join(site.folder, 'backups');
	manifest = await takeBackup(site.source, createFolderStore(folder), site);
	manifestPath = nameOfBackup(site.source.site, manifest.name);
	const load = site.startLoad(2);
	await vi.waitFor(() => expect(load.acknowledged()).toBeGreaterThan(10));
	booked = await load.stop();
	await addOpenWithdrawal();
	beforeDisaster = new Date();
	await sleep(1_000);
	await execute(site.source.backupUrl, 'truncate transfers, wallets, account_buckets, earnings_buckets');
	await archiveAll(site, createFolderStore(folder));
});
afterAll(() => site?.close());

async function addOpenWithdrawal(): Promise<void> {
	await execute(
		site.source.backupUrl,
		`
		insert into auth_user (id, name, email, email_verified, updated_at) values (gen_random_uuid(), 'A', 'a@example.com', true, now());
		insert into auth_session (user_id, token, expires_at, updated_at)
			select id, 'a-token', now() + interval '1 day', now() from auth_user;
		insert into callbacks (at, wall, outcome, ip, request) values (now(), 'kiwi', 'booked', '192.0.2.1', '')`,
	);
}

const newFolder = (): Promise<string> => mkdtemp(join(site.folder, 'restored-'));

test('restores to the moment before a mass deletion, with payouts off and all sessions ended', async () => {
	const into = await newFolder();
	const restored = await restoreBackup({ ...quietly, store: createFolderStore(folder), into, at: beforeDisaster });
	expect(restored).toMatchObject({
		problems: [],
		missing: [],
		findings: { sessions: 1, walls: [{ wall: 'kiwi' }], gap: null },
	});
	expect(restoredInWords(restored, into)).toContain('kiwi: from 20');
	await lookInto(into, async (db) => {
		const { rows } = await sql`select count(*)::int as count, sum(balance)::int as sum from wallets,
			lateral (select count(*) from transfers) t (transfers) group by t.transfers`.execute(db);
		expect(rows).toEqual([{ count: 2, sum: booked * 100 }]);
		const { rows: left } = await sql`
			select (select is_on from payout_settings) as "isOn", (select count(*)::int from auth_session) as sessions,
				(select count(*)::int from restorations where lifted_at is null) as open
		`.execute(db);
		expect(left).toEqual([{ isOn: false, sessions: 0, open: 1 }]);

		const order = { order_id: 'W-1', vendor: 'v', ours: 'requested', theirs: null };
		await sql`update restorations set findings = ${JSON.stringify({ ...restored.findings, orders: [order] })}`.execute(
			db,
		);
		const answers = [
			{ kind: 'unclear', problem: 'away' },
			{ kind: 'found', order: { status: 'Completed' } as VendorOrder },
		];
		const vendors = new Map([['v', { info: async () => answers.shift() }]]) as never;
		const deps = { db, vendors, clock: { now: () => Date.now() }, publish() {}, wakePayouts() {} };
		expect(await checkVendorsAfterRestore(deps)).toBe(false);
		expect(await checkVendorsAfterRestore(deps)).toBe(true);
		const { rows: stored } = await sql`select findings->'orders'->0->>'theirs' as theirs from restorations`.execute(db);
		expect(stored).toEqual([{ theirs: 'Completed' }]);
	});
});

test('the restore lists data that is missing according to the manifest or to the note about the last WAL segment', async () => {
	const promising = join(site.folder, 'promising');
	await cp(folder, promising, { recursive: true });
	const store = createFolderStore(promising);
	const restore = async () => restoreBackup({ ...quietly, store, into: await newFolder(), at: undefined });
	await writeShippedNote(site.db, store, site.source.site, new Date());
	expect((await restore()).missing).toEqual([]);

	const at = new Date(Date.now() + HOUR_MS).toISOString();
	const note = { at, segment: '0000000100000000000000F0', last_transfer: { id: '3399', at } };
	await putText(store, shippedNoteOf(site.source.site), sealed(note));
	await writeManifest(store, manifestPath, { ...manifest, transfers: 1_060, last_transfer: { id: '1060', at } });
	const restored = await restore();
	expect(restored.missing).toEqual([
		'The backup had 1060 transfers up to 1060, but only 0 are here.',
		expect.stringContaining('WAL was shipped up to 0000000100000000000000F0'),
		expect.stringContaining('The site had booked transfer 3399'),
	]);
	expect(restoredInWords({ ...restored, problems: [] }, 'here')).toContain(
		'RESTORED, BUT CHANGES ARE MISSING:\n  - The backup had 1060',
	);
});

test('restores to the end by default, or up to a missing segment and reports the gap', async () => {
	const store = createFolderStore(folder);
	const into = await newFolder();
	await restoreBackup({ ...quietly, store, into, at: undefined });
	const countOf = (db: Database) => sql<{ count: number }>`select count(*)::int as count from transfers`.execute(db);
	expect((await lookInto(into, countOf)).rows).toEqual([{ count: 0 }]);

	const [first] = (await listArchive(store, site.source.site)).slice(-1);
	await rm(join(folder, first?.name ?? ''));
	await writeFile(join(folder, `${site.source.site}/wal/0000000100000000000000F0-${'0'.repeat(64)}.gz`), '');
	const gapped = await restoreBackup({ ...quietly, store, into: await newFolder(), at: undefined });
	expect(gapped.findings.gap).toContain('0000000100000000000000F0');
	expect(gapped.missing).toEqual([gapped.findings.gap]);
});

test('a failed restore leaves the folder unchanged and names the reason', async () => {
	const store = createFolderStore(folder);
	const into = await newFolder();
	const tried = (more: object) => restoreBackup({ ...quietly, store, into, at: undefined, ...more });
	await expect(tried({ at: new Date(0) })).rejects.toThrow('is newer than 1970');
	await expect(tried({ at: new Date(Date.now() + 3_600_000) })).rejects.toThrow('The backup ends before');
	await expect(tried({ store: createFolderStore(join(site.folder, 'nowhere')) })).rejects.toThrow('No complete backup');
	expect(await readdir(into)).toEqual([]);
	await mkdir(join(into, 'something'));
	await expect(tried({})).rejects.toThrow("isn't empty");
	expect(await readdir(into)).toEqual(['something']);
});
