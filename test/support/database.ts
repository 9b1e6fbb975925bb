import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { checkBooks } from '../../server/books/check-books.ts';
import { createDatabase, createPool, type Database } from '../../server/lib/db/database.ts';
import { type ClonedDatabase, cloneDatabase } from './cloned-database.ts';

export type TestDatabaseOptions = {
	/** At least the number of concurrently busy connections. */
	poolSize?: number;
	/** Replaced only by tests that corrupt the ledger. */
	afterEachTest?: (owner: Database) => Promise<void>;
};

export type TestDatabase = Omit<ClonedDatabase, 'create' | 'drop'>;

/** Call once per file, at the top. */
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
