import { sql } from 'kysely';
import { rowsOf, type Tx } from '../db/database.ts';
import type { SecretBox } from './secret-box.ts';

export type KeyChange = { from: SecretBox; to: SecretBox };
type Column = { table: string; column: string; contextOf: (id: string) => string };

export async function resealColumn(tx: Tx, { from, to }: KeyChange, { table, column, contextOf }: Column) {
	const [rows, values] = [sql.table(table), sql.ref(column)];
	const sealed = await rowsOf<{ id: string; value: string }>(tx)`
		select id, ${values} as value from ${rows} where ${values} is not null for update
	`;
	for (const { id, value } of sealed) {
		const again = to.seal(from.open(value, contextOf(id)), contextOf(id));
		await sql`update ${rows} set ${values} = ${again} where id = ${id}`.execute(tx);
	}
}
