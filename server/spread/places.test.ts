import { sql } from 'kysely';
import { openTestDatabase } from '../../test/support/database.ts';
import { coordinatorTables, spreadTables } from './places.ts';
import { planSpread } from './spread-site.ts';

const { owner } = openTestDatabase();

test('every table listed for the shards or the coordinator exists and is listed once', async () => {
	const { rows } = await sql<{ name: string }>`
		select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
	`.execute(owner);
	const placed = [...Object.keys(spreadTables), ...coordinatorTables];
	expect(new Set(placed).size).toBe(placed.length);
	expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(placed));
});

test('unique keys of tables stored by user include that user', async () => {
	const { rows } = await sql<{ table: string; key: string; columns: string[] }>`
		select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as key,
			array(select attname from pg_attribute where attrelid = i.indrelid and attnum = any (i.indkey))::text[] as columns
		from pg_index i where i.indisunique and i.indrelid::regclass::text = any (${Object.keys(spreadTables)})
	`.execute(owner);
	for (const { table, key, columns } of rows) {
		const place = spreadTables[table];
		if (!place || ('key' in place && key === `${table}_pkey`)) continue;
		expect(columns, key).toContain(place.by);
	}
});

test('refuses to spread a plain PostgreSQL', async () => {
	await expect(planSpread(owner, 'somebody')).rejects.toThrow('runs without Citus');
});
