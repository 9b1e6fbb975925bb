import type { QueryExecutor } from 'kysely';
import type pg from 'pg';

export type Connection = Pick<pg.ClientBase, 'query'>;
export type Queryable = { getExecutor(): QueryExecutor };

export type NumberSequence = 'transfers_id_seq' | 'callbacks_id_seq' | 'notices_id_seq';
export type SumsTable = 'account_buckets' | 'earnings_buckets' | 'wallet_totals';

/**
 * What differs between a plain PostgreSQL and one that Citus spreads over machines (docs/operations.md). Every other statement is
 * one text for both, and stores use an engine without knowing which of the two it is.
 */
export type Engine = {
	/** Starts a transaction whose statements are sent without waiting for answers. Known from the first connection on. */
	readonly begin: string;
	/** Whether statements wait for {@link takeNumbers} before they are sent: COMMIT has to wait for them too. */
	readonly takesNumbersFirst: boolean;
	/** Returns numbers of a sequence for new rows; undefined if the INSERT itself takes them. */
	takeNumbers(sequence: NumberSequence, count: number): Promise<number[] | undefined> | undefined;
	/**
	 * Keeps the rows of these wallets on their machine until the transaction ends; undefined if there is only one machine. Comes
	 * before the wallets are locked: rows move away under row locks, but not before a transaction that has written to them ends.
	 */
	holdWallets(tx: Queryable, uids: readonly string[]): Promise<unknown> | undefined;
	/** Returns the group of a user. Rows of users of one group can be written in one transaction. */
	groupOf(uid: string): Promise<number> | number;
	/** Returns the number of groups; undefined if there is only one machine. */
	countGroups(): Promise<number | undefined>;
	/** Returns the parts of a table of sums, grouped so that one statement can fold each group. Null: one group of all rows. */
	partsOf(table: SumsTable): Promise<readonly (readonly string[] | null)[]>;
	/** SQL for the part of a sum, given the column of its user. */
	partOf(column: string): string;
	/** SELECT of `id`: one for each transaction that is open in this database, without the own one. */
	openTransactions(): Promise<string>;
	/** Returns SQL of a migration, or of privileges, as it has to run. */
	ddl(text: string): string;
	/** Returns SQL of privileges in addition to `db/grants.sql`. */
	grants(): Promise<string>;
};
