import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { checkBooks } from '../../server/books/check-books.ts';
import { createDatabase, createPool, type Database } from '../../server/lib/db/database.ts';
import { type ClonedDatabase, cloneDatabase } from './cloned-database.ts';

export type TestDatabaseOptions = {
	/** Connections of the application's pool: at least as many as the test keeps busy at the same moment. */
	poolSize?: number;
	/** What must hold after every test of the file. Replaced only by tests that break the books on purpose. */
	afterEachTest?: (owner: Database) => Promise<void>;
};

export type TestDatabase = Omit<ClonedDatabase, 'create' | 'drop'>;

/** A database of this file's own, migrated and empty. Call it once at the top; the handles work from the first test on. */
export function openTestDatabase({ poolSize = 10, afterEachTest = booksHold }: TestDatabaseOptions = {}): TestDatabase {
	const database = cloneDatabase(inject('postgres'), poolSize);
	beforeAll(database.create);
	const books = planOnce(database.ownerUrl);
	afterEach(() => afterEachTest(books));
	afterAll(database.drop);
	// Hooks of the end run backwards.
	afterAll(() => books.destroy());
	return database;
}

/** For the same statements after every test: planning them is most of what they cost. */
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
