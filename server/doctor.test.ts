import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../contract/durations.ts';
import { openSite } from '../test/sites/identity-site.ts';
import { capturePrinted } from '../test/support/commands.ts';
import { testFolder } from '../test/support/contents-of.ts';
import { openTestDatabase } from '../test/support/database.ts';
import { examine, runDoctor } from './doctor.ts';
import type { Finding } from './doctor-outside.ts';
import { DatabaseUnavailable } from './lib/db/database.ts';
import { openBundled, recordBuild } from './lib/postgres/choose-server.ts';
import { newerThan } from './lib/postgres/server-report.ts';
import { StartProblem } from './lib/start-problem.ts';
import { toWalls } from './offerwalls/walls/wall.ts';

const database = openTestDatabase();
const site = openSite(database, {
	env: { RBXCRATE_API_KEY: 'a-key-of-the-vendor', RBXCRATE_URL: 'http://127.0.0.1:1' },
});
const printed = capturePrinted();
const dataDir = testFolder();

const STRONG = 'kE7vq2ZpXw9LrT4mNb8c';
const wall = (facts: object) => ({ partner: 'wannads', name: 'Wall', secret: STRONG, ...facts });
type Replaced = Partial<Parameters<typeof examine>[0]>;
const mailer = { send: async () => {}, close() {} };
const beside = { walls: [], mailer, lookOutside: async () => [] };
const look = (replace: Replaced = {}) => examine({ ...site.deps, ...beside, ...replace });
const of = (findings: readonly Finding[], check: string) => findings.filter((one) => one.check === check);
const doctor = (replace: Replaced = {}, json = false) =>
	runDoctor((work) => work({ ...site.deps, ...beside, ...replace }), { json });
const funds = async (state: 'known' | 'away') =>
	[{ is_current: true, balance_state: state, stock_state: state, circuit: null }] as never;

test('a healthy site has no red check and exits with 0', async () => {
	expect(await doctor({ getVendorFunds: () => funds('known') })).toBe(0);
	const states = await look({ getVendorFunds: () => funds('known') });
	expect(states.filter(({ state }) => state === 'red')).toEqual([]);
	for (const check of ['database', 'migrations', 'clock', 'books', 'audit', 'offerwalls', 'payout vendor']) {
		expect(of(states, check), check).toMatchObject([{ state: 'green', todo: null }]);
	}
});

test.each([
	['a secret that can be guessed', [wall({ id: 'a', secret: 'changeme' })], ['a: Secret can be guessed']],
	[
		'a secret shared by two walls',
		[wall({ id: 'a' }), wall({ id: 'b' })],
		['a: Secret shared with b', 'b: Secret shared with a'],
	],
	['a short path key', [wall({ id: 'a', pathKey: 'short' })], ['a: Path key too short: use at least 16']],
	[
		'a wall without signature, path key and allowed IPs',
		[wall({ id: 'a', partner: 'adgate' })],
		['a: Path key required', 'a: Allowed IPs required'],
	],
])('%s is red, names the fix and exits with 1', async (_, entries, parts) => {
	const walls = toWalls(entries, 'test');
	const red = of(await look({ walls }), 'offerwalls').filter(({ state }) => state === 'red');
	expect(red).toMatchObject(parts.map((says) => ({ says: expect.stringContaining(says), todo: expect.any(String) })));
	expect(await doctor({ walls, getVendorFunds: () => funds('known') })).toBe(1);
	expect(printed.join('\n')).toContain(`RED   offerwalls: ${parts[0]}`);
});

test('a disabled wall is no risk', async () => {
	const walls = toWalls([wall({ id: 'a', secret: 'changeme', enabled: false })], 'test');
	expect(of(await look({ walls }), 'offerwalls').map(({ state }) => state)).not.toContain('red');
});

test('prints one line of JSON on request and reports an unreachable vendor as red', async () => {
	expect(await doctor({ getVendorFunds: () => funds('away') }, true)).toBe(1);
	const { ok, findings } = JSON.parse(printed.join('')) as { ok: boolean; findings: Finding[] };
	expect([printed.length, ok]).toEqual([1, false]);
	expect(of(findings, 'payout vendor')).toMatchObject([{ state: 'red' }]);
});

test('reports a wrong clock, a missing migration and disabled mails, and still runs the other checks', async () => {
	await sql`delete from kysely_migration where name like '012%'`.execute(database.owner);
	const found = await look({ clock: { now: () => Date.now() - 60_000 }, mailer: undefined });
	expect(of(found, 'clock')).toMatchObject([{ state: 'red' }]);
	expect(of(found, 'migrations')).toMatchObject([{ state: 'red', says: expect.stringContaining('012-') }]);
	expect(of(found, 'mail')).toMatchObject([{ state: 'yellow' }]);
	expect(of(found, 'books')).toMatchObject([{ state: 'green' }]);
});

test('a database that never answers, or never closes, ends the doctor', async () => {
	const never = new Promise<never>(() => {});
	expect(await runDoctor(() => never, { json: false, openMs: 60 })).toBe(1);
	expect(printed.join('')).toContain("RED   start: The database didn't answer within 0.001 minutes.");
	const getExecutor = () => {
		throw new DatabaseUnavailable('Query read timeout', { wasSent: true });
	};
	const db = { getExecutor } as never;
	const says = "Couldn't run this check: Query read timeout";
	expect(await look({ db })).toMatchObject([{ check: 'database', says }]);
	const stuck: Parameters<typeof runDoctor>[0] = (work) => work({ ...site.deps, ...beside, db }).then(() => never);
	expect(await runDoctor(stuck, { json: false, closeMs: 20 })).toBe(1);
});

test('sends one mail and reports a refusing mail server as red', async () => {
	const sent: { to: string }[] = [];
	const mailer = { send: async (mail: { to: string }) => void sent.push(mail), close() {} };
	expect(of(await look({ mailer }), 'mail')).toMatchObject([{ state: 'green' }]);
	expect(sent.map(({ to }) => to)).toEqual([site.deps.config.adminEmail]);
	const refusing = { ...mailer, send: () => Promise.reject(new Error('535 wrong password')) };
	expect(of(await look({ mailer: refusing }), 'mail')).toMatchObject([
		{ state: 'red', says: expect.stringContaining('535 wrong password'), todo: expect.any(String) },
	]);
});

test('a site whose changes have not reached the backup for minutes is red', async () => {
	const backup = { ...site.deps.config.backup, folder: '/nowhere' };
	const clock = { now: () => Date.now() + HOUR_MS };
	expect(of(await look({ clock, config: { ...site.deps.config, backup } }), 'backup')).toMatchObject([
		{ state: 'red', says: expect.stringContaining("aren't in the backup"), todo: expect.any(String) },
	]);
});

test('warns if a production site uses the example contact', async () => {
	const { config } = site.deps;
	const named = async (words: object) =>
		of(await look({ config: { ...config, isProduction: true, words: { ...config.words, ...words } } }), 'branding');
	expect(await named({ legalContact: 'support@lootpass.example' })).toMatchObject([
		{ state: 'yellow', says: expect.stringContaining('support@lootpass.example'), todo: expect.any(String) },
	]);
	const own = { legalContact: 'help@acme.example', communityChatUrl: 'https://chat.acme.example/' };
	expect(await named(own)).toMatchObject([{ state: 'green', todo: null }]);
});

test('in production the doctor names an outdated PostgreSQL server, and says how to move from the bundled one', async () => {
	const { major, icu, version } = await openBundled();
	await mkdir(join(dataDir, 'postgres/data'), { recursive: true });
	await writeFile(join(dataDir, 'postgres/data/PG_VERSION'), major);
	await recordBuild(join(dataDir, 'postgres/data'), { major, icu }, { user: undefined, durable: false });
	const examined = async (config: object) =>
		of(
			await look({ config: { ...site.deps.config, isProduction: true, databaseUrl: undefined, dataDir, ...config } }),
			'database',
		);
	const moving = { state: 'yellow', todo: expect.stringContaining('run upgrade-database') };
	expect(await examined({})).toMatchObject([{ ...moving, says: expect.stringContaining(`PostgreSQL ${version}`) }]);
	const newer = newerThan(version);
	const old = {
		state: 'yellow',
		says: expect.stringContaining(`${newer} is out`),
		todo: expect.stringContaining('Update'),
	};
	expect(await examined({ databaseUrl: 'postgres://elsewhere' })).toMatchObject([newer ? old : { state: 'green' }]);
	expect(await examined({ isProduction: false })).toMatchObject([{ state: 'green', todo: null }]);
});

test('warns about missing or old country data, and names the source and date of current data', async () => {
	const builtMs = Date.UTC(2026, 10, 1);
	const networkTable = {
		...site.deps.networkTable,
		facts: () => ({ type: 'Test', builtMs, attribution: { text: 'Made by a test', url: null } }),
	};
	const after = async (days: number) =>
		of(await look({ networkTable, clock: { now: () => builtMs + days * DAY_MS } }), 'countries');
	expect(of(await look(), 'countries')).toMatchObject([{ state: 'yellow', says: expect.stringContaining('unknown') }]);
	expect(await after(30)).toMatchObject([
		{ state: 'green', says: 'Country data: Test of 2026-11-01. Made by a test.' },
	]);
	expect(await after(31)).toMatchObject([{ state: 'yellow', says: expect.stringContaining('31 days old') }]);
});

test('the report contains the outside checks, too', async () => {
	const outside: Finding = { check: 'proxy', state: 'red', says: 'No server responds.', todo: 'Start it.' };
	const found = await look({ lookOutside: async () => [outside] });
	expect(found.at(-1)).toEqual(outside);
	expect(found.length).toBeGreaterThan(10);
});

test('a site that cannot be opened is red, also as JSON', async () => {
	const open = async () => {
		throw new StartProblem('The database does not answer.');
	};
	expect(await runDoctor(open, { json: true })).toBe(1);
	expect(JSON.parse(printed.join(''))).toMatchObject({ ok: false, findings: [{ check: 'start', state: 'red' }] });
});
