import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';

/** With a transaction's id, so that its commit is on the disk, and with it whatever the sequence has given before. */
const take = prepared<{ ids: number[] | null }>(
	'take_numbers',
	`select (select json_agg(nextval($1::regclass)) from generate_series(1, $2::int)) as ids, pg_current_xact_id()::text`,
);

/**
 * Rising numbers of a sequence for a transaction of a spread database. A worker would give its own, from 2^48 on. And the coordinator
 * forgets what it gave when it dies before its own commit, which comes after the worker's: so it commits them before.
 * @param numbers {@link Database.numbers}; where there are none, nothing is spread, and the statement takes them.
 */
export async function takeNumbers(numbers: Database, sequence: `${string}_id_seq`, count: number): Promise<number[]> {
	const { rows } = await take(numbers, sequence, count);
	return rows[0]?.ids ?? [];
}
