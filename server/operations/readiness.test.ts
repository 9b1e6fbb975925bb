import { sql } from 'kysely';
import { openTestDatabase } from '../../test/support/database.ts';
import { createDatabase, createPool } from '../lib/db/database.ts';
import { whyNotReady } from './reachability.ts';

const database = openTestDatabase();
const external = { databaseUrl: 'postgres://database.example/lootpass', dataDir: '.' };
afterEach(() => vi.restoreAllMocks());
/** A file system without free space. */
const FULL = '/proc';

test('the product is ready if the database responds and has space', async () => {
	for (const config of [external, { ...external, dataDir: FULL }, { databaseUrl: undefined, dataDir: '.' }]) {
		expect(await whyNotReady({ db: database.app, config })).toBeUndefined();
	}
});

test('the product is not ready if the disk of its own database is full', async () => {
	expect(await whyNotReady({ db: database.app, config: { databaseUrl: undefined, dataDir: FULL } })).toBe(
		'the disk is full',
	);
});

test('the product is not ready for 30 s after its database reported a full disk', async () => {
	const fill = sql`do $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$`;
	await expect(fill.execute(database.app)).rejects.toThrow('no space left');
	const deps = { db: database.app, config: external };
	expect(await whyNotReady(deps)).toBe('the disk is full');
	vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000);
	expect(await whyNotReady(deps)).toBeUndefined();
});

test('the product is not ready if the database does not respond', async () => {
	const pool = createPool({ url: 'postgres://127.0.0.1:1/none', poolSize: 1, applicationName: 'none', onError() {} });
	const db = createDatabase(pool);
	expect(await whyNotReady({ db, config: external })).toContain("the database doesn't respond");
	await db.destroy();
});
