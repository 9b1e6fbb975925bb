import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { asRobuxCents, asUsdMicros } from '../../contract/money.ts';
import { checkBooks } from '../../server/books/check-books.ts';
import { postTransfer } from '../../server/ledger/post-transfer.ts';
import { openWallet } from '../../server/ledger/wallet.ts';
import { cellsOf, createDatabase, createPool, type Database, inTransaction } from '../../server/lib/db/database.ts';
import { type ClonedDatabase, cloneDatabase } from './cloned-database.ts';

type TestDatabaseOptions = {
	/** At least the number of concurrently busy connections. */
	poolSize?: number;
	afterEachTest?: (owner: Database) => Promise<void>;
};

export type TestDatabase = Omit<ClonedDatabase, 'create' | 'drop'>;

export function openTestDatabase({ poolSize = 10, afterEachTest = booksHold }: TestDatabaseOptions = {}): TestDatabase {
	const database = cloneDatabase(inject('postgres'), poolSize);
	beforeAll(database.create);
	const books = planOnce(database.ownerUrl);
	afterEach(() => afterEachTest(books));
	afterAll(database.drop);
	// Hooks run in reverse order.
	afterAll(() => books.destroy());
	return database;
}

/** Prepares statements once, because planning is most of their cost. */
function planOnce(url: string): Database {
	const pool = createPool({ url, poolSize: 1, applicationName: 'books', onError: () => {} });
	const names = new Map<string, string>();
	const nameOf = (text: string) => {
		const name = names.get(text) ?? `statement ${names.size}`;
		names.set(text, name);
		return name;
	};
	async function connect() {
		const client = await pool.connect();
		return {
			query: (text: string, values?: unknown[]) => client.query({ name: nameOf(text), text, values: values ?? [] }),
			release: () => client.release(),
		};
	}
	const named = {
		connect,
		end: () => pool.end(),
		get ending() {
			return pool.ending;
		},
	};
	return createDatabase(named as unknown as pg.Pool);
}

async function booksHold(owner: Database): Promise<void> {
	expect(await checkBooks(owner), 'the books hold after the test').toEqual([]);
}

export async function purgeEarnings(owner: Database): Promise<void> {
	await sql`truncate transfers, earnings_buckets, account_buckets, earnings_days, account_days, wallets, wallet_totals`.execute(
		owner,
	);
	await sql`update figure_marks set until = 'epoch' where name = 'earnings'`.execute(owner);
}

export async function newWallet(db: Database): Promise<string> {
	const uid = randomUUID();
	await openWallet(db, uid);
	return uid;
}

/** A user with a record and a wallet, but no account. */
export async function newUser(db: Database): Promise<string> {
	const uid = await newWallet(db);
	await sql`insert into users (uid, created_at) values (${uid}, now())`.execute(db);
	return uid;
}

/** @param payout micro-USD; negative books a reversal. */
export async function earn(db: Database, uid: string, { wall = 'w', atMs = 0, payout = 0 }): Promise<void> {
	await inTransaction(db, async (tx) => {
		await openWallet(tx, uid);
		const reference = `offer/${wall}/${randomUUID()}/credit`;
		const amount = asRobuxCents(100);
		const memo = { payoutMicros: asUsdMicros(payout), offerId: undefined, offerName: undefined };
		await postTransfer(tx, { kind: 'credit', uid, wall, amount, reference, atMs, memo });
	});
}

/** For tests of a single machine: `test.skipIf(isSpread)`. */
export const isSpread = Boolean(process.env.LOOTPASS_TEST_SPREAD);

export async function neighbours(db: Database, count: number): Promise<string[]> {
	const ids = [randomUUID()];
	const group = await db.engine.groupOf(ids[0] as string);
	while (ids.length < count) {
		const id = randomUUID();
		if ((await db.engine.groupOf(id)) === group) ids.push(id);
	}
	return ids;
}

/** PostgreSQL shows each role only its own queries. */
export async function waitingStatements(db: Database): Promise<string[]> {
	return cellsOf<string>(db)`
		select query from pg_stat_activity where datname = current_database() and pid in (
			select pid from pg_locks where not granted
			${isSpread ? sql`union all select citus_pid_for_gpid(waiting_gpid) from citus_lock_waits` : sql``}
		)
	`;
}
