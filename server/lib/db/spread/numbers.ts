import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';

/** With a transaction's id, so that its commit is on the disk, and with it whatever the sequence has given before. */
const take = prepared<{ ids: number[] | null }>(
	'take_numbers',
	`select (select json_agg(nextval($1::regclass)) from generate_series(1, $2::int)) as ids, pg_current_xact_id()::text`,
);

/**
 * Returns rising numbers of a sequence for a transaction of a spread database. The worker commits before the coordinator: a
 * coordinator that crashed in between would give the same numbers again. So they are committed before they are used.
 * @param numbers {@link Database.numbers}. It is undefined if nothing is spread: then the statement itself takes the numbers.
 */
export async function takeNumbers(numbers: Database, sequence: `${string}_id_seq`, count: number): Promise<number[]> {
	const { rows } = await take(numbers, sequence, count);
	return rows[0]?.ids ?? [];
}
