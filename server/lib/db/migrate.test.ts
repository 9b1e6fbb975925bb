import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/support/database.ts';
import { StartProblem } from '../start-problem.ts';
import { migrate } from './migrate.ts';

const { owner } = openTestDatabase({ afterEachTest: async () => {} });

test('leaves an up-to-date database unchanged', async () => {
	expect(await migrate(owner)).toEqual([]);
});

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

test('migration 003 keeps all adjustments and settlements that wait for approval or are decided', async () => {
	await sql`drop schema public cascade`.execute(owner);
	await sql`create schema public`.execute(owner);
	const folder = new URL('../../../db/migrations/', import.meta.url);
	const run = async (file: string) => sql.raw(await readFile(new URL(file, folder), 'utf8')).execute(owner);
	await run('001-baseline.sql');
	await run('002-staff-roles.sql');
	await sql`
		insert into adjustments values
			(gen_random_uuid(), gen_random_uuid(), 500, 'Twice.', 'waiting', gen_random_uuid(), now(), now(), null, null),
			(gen_random_uuid(), gen_random_uuid(), -5, null, 'booked', gen_random_uuid(), now(), now(), gen_random_uuid(), now())
	`.execute(owner);
	await sql`
		insert into payout_settlements values
			(gen_random_uuid(), 'W-1', gen_random_uuid(), 'paid', 'Seen.', 'sale 1', 'waiting', gen_random_uuid(), now(), null, null),
			(gen_random_uuid(), 'W-2', gen_random_uuid(), 'refunded', null, null, 'settled', gen_random_uuid(), now(),
				gen_random_uuid(), now())
	`.execute(owner);
	const read = () => {
		const both = sql`
			select array(select row(uid, id, amount, reason, state, proposed_by, expires_at, decided_by)::text from adjustments order by id)
				as adjustments,
			array(select row(id, order_id, uid, outcome, reason, proof, state, proposed_by, decided_by)::text
				from payout_settlements order by id) as settlements`;
		return both.execute(owner);
	};
	const { rows: before } = await read();
	await run('003-proposals.sql');
	expect((await read()).rows).toEqual(before);
	expect((await sql`select from proposals`.execute(owner)).rows).toHaveLength(4);
});
