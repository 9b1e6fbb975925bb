import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { checkBooks } from '../server/check-books.ts';
import { createDatabase, createPool, type Database } from '../server/lib/database.ts';
import { EMBEDDED_DATABASE, EMBEDDED_OWNER_ROLE } from '../server/lib/embedded-postgres.ts';

export type TestDatabaseOptions = {
	/** Connections of the application's pool: at least as many as the test keeps busy at the same moment. */
	poolSize?: number;
	/** What must hold after every test of the file. Replaced only by tests that break the books on purpose. */
	afterEachTest?: (owner: Database) => Promise<void>;
};

export type TestDatabase = {
	/** As the application: the role that cannot rewrite the books. */
	readonly app: Database;
	/** As the owner of all tables: for preparing and looking. */
	readonly owner: Database;
	/** The pool under `app`, for what needs raw connections. */
	readonly appPool: pg.Pool;
	readonly appUrl: string;
	readonly ownerUrl: string;
};

/**
 * Gives the tests of this file a database of their own, migrated and empty, on a real PostgreSQL. Call it once at the
 * top of the file or of a `describe`; the handles work from the first test on.
 */
export function openTestDatabase(options: TestDatabaseOptions = {}): TestDatabase {
	const { poolSize = 10, afterEachTest = booksHold } = options;
	const name = `test_${randomBytes(6).toString('hex')}`;
	const urls = inject('postgres');
	const appUrl = inDatabase(urls.appUrl, name);
	const ownerUrl = inDatabase(urls.ownerUrl, name);
	let isOver = false;
	const onError = (error: Error) => {
		// Dropping the database ends connections that are just saying goodbye.
		if (!isOver) console.error('the test database closed a connection:', error.message);
	};
	// The pools connect when first used, which is after beforeAll has made the database.
	const appPool = createPool({ url: appUrl, poolSize, applicationName: 'app', onError });
	const ownerPool = createPool({ url: ownerUrl, poolSize: 2, applicationName: 'owner', onError });
	const app = createDatabase(appPool);
	const owner = createDatabase(ownerPool);

	beforeAll(() =>
		asSuperuser(
			urls.superuserUrl,
			`create database ${name} template ${EMBEDDED_DATABASE} owner ${EMBEDDED_OWNER_ROLE}`,
		),
	);
	afterEach(() => afterEachTest(owner));
	afterAll(async () => {
		isOver = true;
		await Promise.all([app.destroy(), owner.destroy()]);
		await asSuperuser(urls.superuserUrl, `drop database ${name} with (force)`);
	});
	return { app, owner, appPool, appUrl, ownerUrl };
}

async function booksHold(owner: Database): Promise<void> {
	expect(await checkBooks(owner), 'the books hold after the test').toEqual([]);
}

async function asSuperuser(superuserUrl: string, statement: string): Promise<void> {
	const client = new pg.Client({ connectionString: superuserUrl });
	await client.connect();
	try {
		await client.query(statement);
	} finally {
		await client.end();
	}
}

function inDatabase(url: string, name: string): string {
	return url.replace(`/${EMBEDDED_DATABASE}?`, `/${name}?`);
}
