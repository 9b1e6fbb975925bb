import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { checkBooks } from '../../server/books/check-books.ts';
import type { Database } from '../../server/lib/db/database.ts';
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
	afterEach(() => afterEachTest(database.owner));
	afterAll(database.drop);
	return database;
}

async function booksHold(owner: Database): Promise<void> {
	expect(await checkBooks(owner), 'the books hold after the test').toEqual([]);
}
