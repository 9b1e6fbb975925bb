import { getMigrations } from 'better-auth/db/migration';
import { sql } from 'kysely';
import { openSite } from '../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../test/support/database.ts';

const database = openTestDatabase();
const site = openSite(database);

test('the migrations create every table and column that better-auth needs', async () => {
	const options = { ...site.identity.auth.options, database: { db: database.owner, type: 'postgres' as const } };
	const { toBeCreated, toBeAdded } = await getMigrations(options);
	expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] });
});

test('every user id column is a uuid', async () => {
	const { rows } = await sql<{ table: string; type: string }>`
		select table_name as table, data_type as type from information_schema.columns
		where table_name like 'auth\\_%' and column_name in ('id', 'user_id')
	`.execute(database.owner);
	expect(rows.length).toBeGreaterThanOrEqual(7);
	expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['uuid']));
});
