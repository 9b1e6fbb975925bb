import type { QueryExecutor } from 'kysely';
import type pg from 'pg';

export type Connection = Pick<pg.ClientBase, 'query'>;
export type Queryable = { getExecutor(): QueryExecutor };

export type NumberSequence = 'transfers_id_seq' | 'callbacks_id_seq' | 'notices_id_seq';
export type SumsTable = 'account_buckets' | 'earnings_buckets' | 'wallet_totals';

/** Differences between plain PostgreSQL and Citus (docs/operations.md). */
export type Engine = {
	readonly begin: string;
	/** True if statements, and so COMMIT, wait for {@link takeNumbers}. */
	readonly takesNumbersFirst: boolean;
	/** Returns undefined if the INSERT assigns the numbers. */
	takeNumbers(sequence: NumberSequence, count: number): Promise<number[] | undefined> | undefined;
	/**
	 * Pins rows to their machine. Must precede the wallet locks: rows move despite row locks, but not before their writers
	 * end.
	 */
	holdWallets(tx: Queryable, uids: readonly string[]): Promise<unknown> | undefined;
	/** Users of one group can be written in one transaction. */
	groupOf(uid: string): Promise<number> | number;
	/** Undefined if all data is on one machine. */
	countGroups(): Promise<number | undefined>;
	/** Groups of parts that one statement can compact; null means all rows. */
	partsOf(table: SumsTable): Promise<readonly (readonly string[] | null)[]>;
	partOf(column: string): string;
	/** SELECT of an `id` for each other open transaction. */
	openTransactions(): Promise<string>;
	ddl(text: string): string;
	/** Returns grants in addition to `db/grants.sql`. */
	grants(): Promise<string>;
};
