import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { openTestDatabase } from '../../../test/support/database.ts';
import { StartProblem } from '../start-problem.ts';
import { migrate } from './prepare-schema.ts';

const { owner } = openTestDatabase({ afterEachTest: async () => {} });

test('leaves an up-to-date database unchanged', async () => expect(await migrate(owner)).toEqual([]));

test('refuses a database older than the first release and explains the remedy', async () => {
	await sql`update kysely_migration set name = '001-ledger' where name = '001-baseline'`.execute(owner);
	const refused = migrate(owner);
	await expect(refused).rejects.toThrow(StartProblem);
	await expect(refused).rejects.toThrow(
		/^This database is from a version before [0-9.]+ and can't be upgraded\. Start with an empty DATA_DIR .*, or keep using that version\.$/,
	);
	await sql`update kysely_migration set name = '001-baseline' where name = '001-ledger'`.execute(owner);
});

test('a failed migration is rolled back, and two concurrent starts then apply every file', async () => {
	await sql`drop schema public cascade`.execute(owner);
	await sql`create schema public`.execute(owner);
	await sql`create table offer_days (day text)`.execute(owner);
	await expect(migrate(owner)).rejects.toThrow('migration 001-baseline failed: relation "offer_days" already exists');
	const left = await sql`select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`;
	expect((await left.execute(owner)).rows).toEqual([{ tablename: 'offer_days' }]);
	await sql`drop table offer_days`.execute(owner);
	const atOnce = await Promise.all([migrate(owner), migrate(owner)]);
	const files = await readdir(new URL('../../../db/migrations', import.meta.url));
	expect(atOnce.flat()).toEqual(files.toSorted().map((file) => file.replace('.sql', '')));
});
