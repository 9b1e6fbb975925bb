import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { checkBooks } from '../../server/books/check-books.ts';
import { systemClock } from '../../server/lib/clock-and-log.ts';
import { rowsOf, withPool } from '../../server/lib/db/database.ts';
import { prepareSchema } from '../../server/lib/db/prepare-schema.ts';
import { EMBEDDED_APP_LOGIN } from '../../server/lib/postgres/embedded-postgres.ts';
import { PATH_KEY, signed } from '../partners/play.ts';
import { importWalls, type Site, startSite, TEST_SECRETS } from '../sites/identity-site.ts';
import { cloneDatabase } from '../support/cloned-database.ts';

const MIGRATIONS = new URL('../../db/migrations/', import.meta.url);
const LAST_OF_OLD = '011-game-account-proofs';
const old = cloneDatabase(inject('postgres'), 4, 'template0');
const fresh = cloneDatabase(inject('postgres'), 4);
beforeAll(() => Promise.all([old.create(), fresh.create()]));
afterAll(() => Promise.all([old.drop(), fresh.drop()]));

type Database = typeof old;
const run = ({ owner }: Database, text: string) => sql.raw(text).execute(owner);
const siteOfOld = () => readFile(new URL('site-of-0.2.0.sql', import.meta.url), 'utf8');

const prepare = ({ ownerUrl: url }: Database) =>
	withPool({ url, name: 'upgrade' }, (pool) => prepareSchema(pool, { appLogin: EMBEDDED_APP_LOGIN }));

type Column = { table: string; key: string; isNeeded: boolean };

async function columnsOf({ owner }: Database): Promise<Column[]> {
	return rowsOf<Column>(owner)`
		select c.table_name as table, c.table_name || '.' || c.column_name as key,
			is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER' as "isNeeded"
		from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
		where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
	`;
}

let columnsOfOld: Column[];

async function makeOld(): Promise<void> {
	const names = (await readdir(MIGRATIONS)).map((file) => file.replace('.sql', '')).sort();
	await run(old, 'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)');
	await run(
		old,
		'create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)',
	);
	await run(old, "insert into kysely_migration_lock values ('migration_lock', 0)");
	for (const name of names.filter((each) => each <= LAST_OF_OLD)) {
		await run(old, await readFile(new URL(`${name}.sql`, MIGRATIONS), 'utf8'));
		await sql`insert into kysely_migration values (${name}, ${new Date().toISOString()})`.execute(old.owner);
	}
	columnsOfOld = await columnsOf(old);
	await run(old, await siteOfOld());
}

const statusOf = async ({ owner }: Database) =>
	(
		await sql`
			select ban_rule, pause_rule from users where banned_at is not null or paused_reason is not null order by banned_at
		`.execute(owner)
	).rows;
const RULES = [
	{ ban_rule: 'staff@1', pause_rule: null },
	{ ban_rule: null, pause_rule: 'staff@1' },
];

async function withOldSite(work: (site: Site) => Promise<void>): Promise<void> {
	const site = await startSite(old, { env: { DATABASE_POOL: '2' } });
	await work(site).finally(site.close);
}

test('a site of 0.2.0 starts under this version with the same users, balances and a valid ledger', async () => {
	await makeOld();
	const sums = sql`select count(*)::text as people, sum(balance)::text as balance from wallets`;
	const before = (await sums.execute(old.owner)).rows;
	const { applied, warning } = await prepare(old);
	expect(applied[0]).toBe('012-where-accounts-are-used');
	expect(warning).toBeUndefined();
	expect((await sums.execute(old.owner)).rows).toEqual(before);
	expect(await checkBooks(old.owner)).toEqual([]);
	expect(await statusOf(old)).toEqual(RULES);

	await withOldSite(async ({ app }) => {
		expect((await app.inject('/readyz')).statusCode).toBe(200);
		const stats = await app.inject({ method: 'POST', url: '/api/getPublicStats', payload: { data: null } });
		expect([stats.statusCode, stats.body]).toEqual([200, expect.stringContaining('result')]);
	});
});

test('imported walls of the file keep their settings and book a reversal of a 0.2.0 credit once', async () => {
	await run(old, "insert into offerwall_changes (wall, enabled, min_age) values ('seed-2', false, 21)");
	const wall = { partner: 'kiwiwall', secret: 'test-secret-of-kiwiwall', pathKey: PATH_KEY };
	const entries = ['seed-1', 'seed-2'].map((id) => ({ ...wall, id, name: `The wall ${id}` }));
	const importing = () => importWalls({ db: old.app, clock: systemClock, secrets: TEST_SECRETS }, entries);
	expect(await importing()).toEqual(['seed-1', 'seed-2']);
	expect(await importing()).toEqual([]);
	await withOldSite(async ({ app, deps }) => {
		expect(deps.walls).toMatchObject([
			{ id: 'seed-1', enabled: true, minAge: 13, pathKey: PATH_KEY },
			{ id: 'seed-2', enabled: false, minAge: 21, pathKey: PATH_KEY },
		]);
		const uid = '4aa4b9c4-eb46-41e6-8402-6ba0268ea888';
		const changes = { status: '2', amount: '38.37', gross: '0.42207' };
		const { fields } = signed('kiwiwall', uid, '68baaecf-2', changes);
		const postback = { url: `/postback/seed-1/${PATH_KEY}?${new URLSearchParams(fields)}` };
		expect([(await app.inject(postback)).body, (await app.inject(postback)).body]).toEqual(['1', '1']);
		const { rows } = await sql`
			select kind, reference from transfers where reference like 'offer/seed-1/68baaecf-2/%' order by kind
		`.execute(old.owner);
		expect(rows).toEqual([
			{ kind: 'credit', reference: 'offer/seed-1/68baaecf-2/credit' },
			{ kind: 'reversal', reference: 'offer/seed-1/68baaecf-2/reversal' },
		]);
	});
	expect(await checkBooks(old.owner)).toEqual([]);
});

test('writes of a 0.2.0 node after the migration are accepted and keep the ledger valid', async () => {
	await run(fresh, await siteOfOld());
	expect(await statusOf(fresh)).toEqual(RULES);
	await run(
		fresh,
		"update users set banned_at = now(), ban_reason = 'x' where banned_at is null and paused_reason is null",
	);
	await run(fresh, "update users set banned_at = null, ban_reason = null, paused_reason = 'x'");
	const rules = await sql`select distinct ban_rule, pause_rule from users`.execute(fresh.owner);
	expect(rules.rows).toEqual([{ ban_rule: null, pause_rule: 'staff@1' }]);
	expect(await checkBooks(fresh.owner)).toEqual([]);
});

test('every later column is optional or has a default', async () => {
	const before = new Set(columnsOfOld.map(({ key }) => key));
	const tables = new Set(columnsOfOld.map(({ table }) => table));
	const now = await columnsOf(fresh);
	const added = now.filter(({ key, table }) => tables.has(table) && !before.has(key));
	expect(added.length).toBeGreaterThan(5);
	expect(added.filter(({ isNeeded }) => isNeeded).map(({ key }) => key)).toEqual([]);
	const remaining = new Set(now.map(({ key }) => key));
	expect([...before].filter((key) => !remaining.has(key))).toEqual([]);
});

test('an older version starts on a newer schema, warns and changes nothing', async () => {
	await run(fresh, "insert into kysely_migration values ('999-later', now()::text)");
	await run(fresh, 'create table later (n integer)');
	await run(fresh, 'grant select on later to lootpass_app');
	expect(await prepare(fresh)).toMatchObject({ applied: [], warning: expect.stringContaining('999-later') });
	expect((await sql`select * from later`.execute(fresh.app)).rows).toEqual([]);
});
