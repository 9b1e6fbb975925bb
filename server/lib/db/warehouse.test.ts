import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { asRobuxCents } from '../../../contract/money.ts';
import { userWith } from '../../../test/payouts/fake-withdrawals.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { execute } from '../../../test/support/execute.ts';
import { createDatabase, createPool, type Database, rowsOf } from './database.ts';
import { WAREHOUSE_ROLE } from './prepare-schema.ts';

const { superuserUrl } = inject('postgres');
const { app, owner, ownerUrl } = openTestDatabase();
const login = `etl_${randomBytes(6).toString('hex')}`;
let etl: Database;

beforeAll(async () => {
	await execute(superuserUrl, `create role ${login} login password 'pw' in role ${WAREHOUSE_ROLE}`);
	const url = superuserUrl
		.replace(/\/\/.*?@/, `//${login}:pw@`)
		.replace('/postgres?', `/${ownerUrl.split('?')[0]?.split('/').at(-1)}?`);
	etl = createDatabase(createPool({ url, poolSize: 1, applicationName: 'warehouse test', onError: () => {} }));
});
afterAll(async () => {
	await etl.destroy();
	await execute(superuserUrl, `drop role ${login}`);
});

const refused = (text: string) =>
	expect(sql.raw(text).execute(etl), text).rejects.toThrow(/permission denied|cannot .* view/);

test('the warehouse reads its views, no table, and writes nothing', async () => {
	const player = { username: 'p', userId: 1 };
	const uid = await userWith({ db: app, clock: { now: () => Date.now() } }, player, asRobuxCents(700));
	const views = await rowsOf<{ name: string; columns: string[] }>(owner)`
		select table_name as name, array_agg(column_name::text order by ordinal_position desc) as columns from information_schema.columns
		where table_schema = 'warehouse' group by 1 order by 1
	`;
	expect(views.map(({ name }) => name)).toEqual([
		'account_days',
		'earnings_days',
		'offerwalls',
		'transfers',
		'wall_payments',
		'withdrawals',
	]);
	for (const { name, columns } of views) {
		const rows = await rowsOf(etl)`select * from ${sql.raw(`warehouse.${name}`)}`;
		expect(JSON.stringify(rows)).not.toContain(uid);
		expect(columns.filter((column) => /uid|user|email|\bip\b|place|secret|reference/.test(column))).toEqual([]);
		for (const text of [
			`delete from warehouse.${name}`,
			`update warehouse.${name} set ${columns[0]} = null`,
			`insert into warehouse.${name} default values`,
		])
			await refused(text);
	}
	expect(await rowsOf(etl)`select kind, amount from warehouse.transfers`).toEqual([{ kind: 'credit', amount: 700 }]);
	const tables = await rowsOf<{ name: string }>(owner)`
		select table_schema || '.' || table_name as name from information_schema.tables
		where table_schema not in ('pg_catalog', 'information_schema', 'warehouse')
	`;
	expect(tables.length).toBeGreaterThan(100);
	for (const { name } of tables) await refused(`select from ${name}`);
	await refused('create table mine ()');
	await refused('create table warehouse.mine ()');
	await refused("select change_withdrawals('[]')");
});
