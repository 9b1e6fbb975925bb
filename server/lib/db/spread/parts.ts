import { sql } from 'kysely';
import { type Database, shardsOf } from '../database.ts';
import { byShard } from './shards.ts';

/** The rows of a table of sums that lie in one shard, named by their parts; undefined: all of them, where nothing is spread. */
export type Part = readonly string[] | undefined;

type Sums = 'account_buckets' | 'earnings_buckets' | 'wallet_totals';

/** What is folded together: a statement that reads and writes stays within one shard. */
export async function partsOf(db: Database, table: Sums): Promise<Part[]> {
	const shards = await shardsOf(db);
	if (!shards) return [undefined];
	const { rows } = await sql<{ part: string }>`select distinct part from ${sql.table(table)}`.execute(db);
	const groups = byShard(shards, rows, ({ part }) => part);
	return groups.map((group) => group.map(({ part }) => part).sort());
}

/** @param column of the table by its alias. */
export function inPart(part: Part, column = 'part') {
	return part ? sql`${sql.ref(column)} = any (${part}::uuid[])` : sql`true`;
}

/** What stands for the shard in a row that was folded. */
export function nameOf(part: Part) {
	return sql`${part?.[0] ?? null}::uuid`;
}
