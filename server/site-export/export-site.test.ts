import { createReadStream } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { cloneDatabase } from '../../test/support/cloned-database.ts';
import { testFolder } from '../../test/support/contents-of.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { flipByte } from '../../test/support/flip-byte.ts';
import type { Findings } from '../backup/restore/restored-site.ts';
import { checkBooks } from '../books/check-books.ts';
import { type Database, rowsOf, withPool } from '../lib/db/database.ts';
import { enqueue } from '../lib/jobs/jobs.ts';
import { EMBEDDED_APP_LOGIN } from '../lib/postgres/embedded-postgres.ts';
import { sealed, sha256Of } from '../lib/sealed-json.ts';
import { seedSite } from '../seed/seed-site.ts';
import { exportSite, goOn, type ImportOptions, importSite, type SiteManifest, waitForPerson } from './import-site.ts';

const source = openTestDatabase();
const onProgress = () => {};
const parent = testFolder();
const folder = join(parent, 'site');
let manifest: SiteManifest;

beforeAll(async () => {
	const size = { users: 20, credits: 300, withdrawals: 5 };
	await withPool({ url: source.ownerUrl, name: 'seed' }, (pool) => seedSite(pool, size));
	await addWhatIsHardToWrite(source.owner);
	manifest = await exportSite(source.ownerUrl, folder, onProgress);
});

async function addWhatIsHardToWrite(owner: Database): Promise<void> {
	const text = 'a "quoted", text\nof two lines;\r\n\\. \\N ünï\u{1F600}';
	await sql`update auth_user set name = ${text}, image = '', created_at = '2026-11-23T12:00:00.123456Z'
		where id = (select id from auth_user limit 1)`.execute(owner);
	await sql`insert into visits (starts_at, away_for) values (now(), '{1,2,null}')`.execute(owner);
	await sql`
		insert into auth_session (user_id, token, expires_at, updated_at)
		select id, 'a-token', now() + interval '1 day', now() from auth_user limit 1
	`.execute(owner);
	await sql`
		insert into audit_records (at, actor, action, details, commitments) values (now(), 'system', 'x', '{"a": [1.50, null]}', '{}')
	`.execute(owner);
	await enqueue(owner, 'some-job', { to: 'a-user' }, 'a-key');
	await enqueue(owner, 'other-job', {});
}

function into(template: string) {
	const database = cloneDatabase(inject('postgres'), 1, template);
	return {
		...database,
		import: <Found>(from = folder, wakeUp: ImportOptions<Found | Findings>['wakeUp'] = waitForPerson) =>
			importSite({ ownerUrl: database.ownerUrl, from, wakeUp, appLogin: EMBEDDED_APP_LOGIN, onProgress }),
	};
}

async function withDatabase(template: string, work: (database: ReturnType<typeof into>) => Promise<void>) {
	const database = into(template);
	await database.create();
	await work(database).finally(database.drop);
}

async function schemaOf(owner: Database): Promise<unknown[]> {
	return rowsOf(owner)`
		select indexdef as it from pg_indexes where schemaname = 'public'
		union all select concat(conrelid::regclass, conname) || pg_get_constraintdef(oid) from pg_constraint
			where connamespace = 'public'::regnamespace
		union all select concat(tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal order by it
	`;
}

test('an imported site equals the exported one, waits for an admin, and can be exported again', async () => {
	await withDatabase('template0', async (target) => {
		const { found } = await target.import();
		expect(found).toMatchObject({ sessions: 1 });
		expect(await checkBooks(target.owner)).toEqual([]);
		expect(await schemaOf(target.owner)).toEqual(await schemaOf(source.owner));
		const { rows } = await sql`
			select (select is_on from payout_settings) as "isOn", (select count(*)::int from auth_session) as sessions,
				(select count(*)::int from restorations where lifted_at is null) as open,
				(select nextval('transfers_id_seq') > (select max(id) from transfers)) as "goesOn"
		`.execute(target.owner);
		expect(rows).toEqual([{ isOn: false, sessions: 0, open: 1, goesOn: true }]);
		await expect(sql`select from transfers limit 1`.execute(target.app)).resolves.toBeDefined();

		const again = await exportSite(target.ownerUrl, join(parent, 'again'), onProgress);
		const digests = ({ tables, jobs }: SiteManifest) =>
			Object.fromEntries([...tables, jobs].map(({ name, digest }) => [name, digest]));
		const { payout_settings, restorations, auth_session, ...same } = digests(again);
		expect(digests(manifest)).toMatchObject(same);
		expect(again).toMatchObject({ transfers: manifest.transfers, totals: manifest.totals });
	});
});

test('an import that continues the site keeps sessions and payouts, and a database counts as empty after its first start', async () => {
	await withDatabase('lootpass', async (target) => {
		await target.import(folder, goOn);
		const { rows } = await sql`
			select (select is_on from payout_settings) as "isOn", (select count(*)::int from auth_session) as sessions
		`.execute(target.owner);
		expect(rows).toEqual([{ isOn: true, sessions: 1 }]);
		await expect(target.import()).rejects.toThrow("isn't empty (table account_");
	});
});

test('exports standard CSV with a header, and distinguishes null from an empty string', async () => {
	const text = gunzipSync(await readFile(join(folder, 'auth_user.csv.gz'))).toString();
	expect(text.split('\n')[0]).toMatch(/^id,name,email,/);
	expect(text).toMatch(/,t,"",\d+,2026-11-23 12:00:00.123456\+00,/);
	expect(text).toMatch(/,t,,\d+,20/);
	expect(manifest.secrets_not_included.map(({ secret }) => secret)).toContain('SECRETS_KEY');
	expect(manifest.tables.map(({ name }) => name)).not.toContain('rate_limits');
	expect((await readdir(folder)).sort()).toEqual(
		[...manifest.tables.map(({ file }) => file), 'manifest.json', 'waiting_jobs.csv.gz'].sort(),
	);
});

async function spoiled(spoil: (copy: string) => Promise<unknown>): Promise<string> {
	const copy = await mkdtemp(join(parent, 'copy-'));
	await cp(folder, copy, { recursive: true });
	await spoil(copy);
	return copy;
}

async function withOtherRows(copy: string, change: (text: string) => string): Promise<void> {
	const file = join(copy, 'transfers.csv.gz');
	await writeFile(file, gzipSync(change(gunzipSync(await readFile(file)).toString())));
	const sha256 = await sha256Of(createReadStream(file));
	const tables = manifest.tables.map((table) => (table.name === 'transfers' ? { ...table, sha256 } : table));
	await writeFile(join(copy, 'manifest.json'), sealed({ ...manifest, tables }));
}

const withManifest = (change: object) => (copy: string) =>
	writeFile(join(copy, 'manifest.json'), sealed({ ...manifest, ...change }));
const withRows = (change: (text: string) => string) => (copy: string) => withOtherRows(copy, change);
const withoutLast = (text: string) => `${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n`;

const spoiledExports: [string, (copy: string) => Promise<unknown>, RegExp][] = [
	['a later version', withManifest({ migration: '999-later' }), /is from a later version/],
	['a missing file', (copy) => rm(join(copy, 'users.csv.gz')), /users.csv.gz is missing/],
	['a flipped byte', (copy) => flipByte(join(copy, 'transfers.csv.gz')), /transfers.csv.gz was changed/],
	['a half file', (copy) => writeFile(join(copy, 'wallets.csv.gz'), ''), /wallets.csv.gz was changed/],
	['no manifest', (copy) => rm(join(copy, 'manifest.json')), /the export is incomplete/],
	['a flipped byte in the manifest', (copy) => flipByte(join(copy, 'manifest.json')), /manifest.json/],
	['a row less', withRows(withoutLast), /transfers has \d+ rows/],
	['another amount', withRows((text) => text.replace(/(\+00,\d+)/, '$11')), /transfers has \d+ rows with digest/],
	['an unknown column', withRows((text) => text.replace('uid', 'who')), /uid/],
	['books that did not balance', withManifest({ problems: ['one'] }), /didn't balance/],
	[
		'an earlier version than this one',
		withManifest({ migration: '001-baseline' }),
		/is at migration .*, but the export is at 001-baseline/,
	],
	['other totals', withManifest({ transfers: 1 }), /totals differ from the export/],
];

test('refuses an incomplete or changed export and stores nothing of it', async () => {
	await withDatabase('template0', async (target) => {
		for (const [what, spoil, refusal] of spoiledExports) {
			await expect(target.import(await spoiled(spoil)), what).rejects.toThrow(refusal);
		}
		await target.import();
	});
});

test('leaves alone a foreign database and a non-empty folder', async () => {
	await withDatabase('template0', async (target) => {
		await sql`create table theirs (a integer)`.execute(target.owner);
		await expect(target.import()).rejects.toThrow('tables of another program');
	});
	await expect(exportSite(source.ownerUrl, folder, onProgress)).rejects.toThrow("isn't empty");
	const nowhere = join(parent, 'nowhere');
	await expect(exportSite(source.ownerUrl.replace('test_', 'gone_'), nowhere, onProgress)).rejects.toThrow();
	expect(await readdir(nowhere)).toEqual([]);
});
