import { sql } from 'kysely';
import { cellsOf, type Database } from '../../server/lib/db/database.ts';

/** Sorted rows as `table: row`. */
export async function dumpRows(owner: Database): Promise<string[]> {
	const { rows: tables } = await sql<{ schema: string; name: string }>`
		select table_schema as schema, table_name as name from information_schema.tables
		where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
	`.execute(owner);
	const dump: string[] = [];
	for (const { schema, name } of tables) {
		const rows = await cellsOf<string>(owner)`select t::text from ${sql.table(`${schema}.${name}`)} t`;
		dump.push(...rows.map((row) => `${name}: ${row}`));
	}
	return dump.sort();
}

export function tablesWith(dump: readonly string[], text: string): string[] {
	const found = dump.filter((row) => row.toLowerCase().includes(text.toLowerCase()));
	return [...new Set(found.map((row) => row.slice(0, row.indexOf(':'))))];
}
