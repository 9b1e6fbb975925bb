import type { Database, Tx } from '../../server/lib/database.ts';
import type { Step } from '../mortal-process.ts';
import type { Tables } from './tables.ts';
import type { Turns } from './turns.ts';

/**
 * As much of PostgreSQL as the product's statements lean on, in one process and without SQL: transactions at READ
 * COMMITTED, rows that stay locked until the one who changed or locked them has ended, deadlocks, and statements of one
 * transaction that fail after the first one that did. Who goes on among those who could is drawn.
 */
export type Engine = {
	tables: { [Name in keyof Tables]: Map<string, Tables[Name]> };
	/** By `table key`: who holds the row. */
	locks: Map<string, Holder>;
	turns: Turns;
	/** Numbers of transfers. */
	lastId: number;
};

/** A transaction, for those who wait for what it holds. */
export type Holder = {
	waitsFor: Holder | undefined;
	/** Whoever waits for it made this. */
	ended: PromiseWithResolvers<void> | undefined;
};

/** What the use cases hold in place of a pool. Each session is one process. */
export type Session = {
	engine: Engine;
	/** One statement, a BEGIN or a COMMIT; a process that dies throws here, before or after it. */
	step: Step;
};

/** Sessions stand in for pools; nothing in memory looks like one. */
export function sessionOf(db: Database | Tx): Session {
	return db as unknown as Session;
}

export function asDatabase(session: Session): Database {
	return session as unknown as Database;
}
