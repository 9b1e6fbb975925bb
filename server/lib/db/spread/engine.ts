import type { QueryExecutor } from 'kysely';
import type pg from 'pg';

export type Connection = Pick<pg.ClientBase, 'query'>;
export type Queryable = { getExecutor(): QueryExecutor };

export type NumberSequence = 'transfers_id_seq' | 'callbacks_id_seq' | 'notices_id_seq';
export type SumsTable = 'account_buckets' | 'earnings_buckets' | 'wallet_totals';

/** Differences between plain PostgreSQL and Citus (docs/operations.md). */
export type Engine = {
	readonly begin: string;
	/** True if later statements, COMMIT included, must wait for {@link takeNumbers}. */
	readonly takesNumbersFirst: boolean;
	takeNumbers(sequence: NumberSequence, count: number): Promise<number[] | undefined> | undefined;
	/**
	 * Pins the wallets' rows to their machine. Call it before locking the wallets: Citus moves rows despite row locks, but
	 * waits for writers.
	 */
	holdWallets(tx: Queryable, uids: readonly string[]): Promise<unknown> | undefined;
	/** Users of one group can be written in one transaction. */
	groupOf(uid: string): Promise<number> | number;
	/** Undefined if all data is on one machine. */
	countGroups(): Promise<number | undefined>;
	/** Returns groups of the table's parts; one statement compacts one group. Null means all rows. */
	partsOf(table: SumsTable): Promise<readonly (readonly string[] | null)[]>;
	partOf(column: string): string;
	/** Returns a SELECT of the `id` of each other open transaction. */
	openTransactions(): Promise<string>;
	ddl(text: string): string;
	grants(): Promise<string>;
};

/** Without generic plans, a plan made for a nearly empty table would scan it until the next ANALYZE. */
const BEGIN = 'begin; set local plan_cache_mode = force_generic_plan';

const OPEN_TRANSACTIONS = `select distinct virtualxid as id from pg_locks join pg_stat_activity using (pid)
	where locktype = 'virtualxid' and mode = 'ExclusiveLock' and pid <> pg_backend_pid() and datname = current_database()`;

export const plain: Engine = {
	begin: BEGIN,
	takesNumbersFirst: false,
	takeNumbers: () => undefined,
	holdWallets: () => undefined,
	groupOf: () => 0,
	countGroups: async () => undefined,
	partsOf: async () => [null],
	partOf: () => 'null::uuid',
	openTransactions: async () => OPEN_TRANSACTIONS,
	ddl: (text) => text,
	grants: async () => '',
};
