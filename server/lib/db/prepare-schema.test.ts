import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { inject } from 'vitest';
import { execute } from '../../../test/support/execute.ts';
import { EMBEDDED_APP_LOGIN } from '../postgres/embedded-postgres.ts';
import { createDatabase, createPool, type Database } from './database.ts';
import { APP_ROLE, prepareRoles, prepareSchema } from './prepare-schema.ts';

const { superuserUrl } = inject('postgres');
const suffix = randomBytes(6).toString('hex');
const database = `roles_${suffix}`;
const modestOwner = `modest_owner_${suffix}`;
const appLogin = `app_login_${suffix}`;
const opened: Database[] = [];

function connect(user: string | undefined, role?: string): { pool: pg.Pool; db: Database } {
	const login = user === undefined ? superuserUrl : superuserUrl.replace(/\/\/.*?@/, `//${user}:pw@`);
	const url = login.replace('/postgres?', `/${database}?`);
	const pool = createPool({ url, role, poolSize: 2, applicationName: 'roles test', onError: () => {} });
	const db = createDatabase(pool);
	opened.push(db);
	return { pool, db };
}

beforeAll(async () => {
	await execute(
		superuserUrl,
		`create role ${modestOwner} login password 'pw'`,
		`create role ${appLogin} login password 'pw'`,
		`create database ${database} owner ${modestOwner}`,
	);
	await prepareSchema(connect(modestOwner).pool, {});
});

afterAll(async () => {
	for (const db of opened) await db.destroy();
	await execute(
		superuserUrl,
		`drop database ${database} with (force)`,
		`revoke ${APP_ROLE} from ${modestOwner}, ${appLogin}`,
		`drop role ${modestOwner}`,
		`drop role ${appLogin}`,
	);
});

test('a database owner that cannot create roles runs without a separate role, and a warning names the remedy', async () => {
	expect(await prepareRoles(connect(modestOwner).db)).toEqual({
		separated: false,
		role: undefined,
		warning: expect.stringMatching(
			new RegExp(
				`as the database owner, .* Ask a database administrator to run: grant ${APP_ROLE} to "${modestOwner}";$`,
			),
		),
	});
});

test('a separate login that cannot be granted its privileges stops the start', async () => {
	const { db } = connect(modestOwner);
	await expect(prepareRoles(db, { appLogin })).rejects.toThrow(
		`The role ${modestOwner} can't grant privileges to ${appLogin}. Ask a database administrator to run: grant ${APP_ROLE} to "${appLogin}";`,
	);
});

test('with a single login, connections assume a role that cannot change the ledger', async () => {
	await execute(superuserUrl, `grant ${APP_ROLE} to ${modestOwner}`);
	const prepared = await prepareRoles(connect(modestOwner).db);
	expect(prepared).toEqual({ separated: true, role: APP_ROLE, warning: undefined });

	const app = connect(modestOwner, prepared.role).db;
	expect((await sql`select count(*) from transfers`.execute(app)).rows).toEqual([{ count: 0 }]);
	await expect(sql`update transfers set amount = 1`.execute(app)).rejects.toThrow('permission denied');
	await expect(sql`delete from transfers`.execute(app)).rejects.toThrow('permission denied');
	await expect(sql`truncate transfers`.execute(app)).rejects.toThrow('permission denied');
	await expect(sql`create table mine ()`.execute(app)).rejects.toThrow('permission denied');
});

test('a separate login gets its privileges only through the group', async () => {
	await execute(superuserUrl, `grant ${APP_ROLE} to ${appLogin}`);
	const prepared = await prepareRoles(connect(modestOwner).db, { appLogin });
	expect(prepared).toEqual({ separated: true, role: undefined, warning: undefined });

	const app = connect(appLogin).db;
	await sql`select count(*) from transfers`.execute(app);
	await expect(sql`delete from transfers`.execute(app)).rejects.toThrow('permission denied');
});

test('warns about an application login that has all rights of the owner', async () => {
	const { warning, separated } = await prepareRoles(connect(modestOwner).db, { appLogin: 'postgres' });
	expect(separated).toBe(false);
	expect(warning).toContain("The application's role postgres has all rights of the owner");
});

test('separates roles even if a superuser is the only login', async () => {
	const prepared = await prepareRoles(connect(undefined).db);
	expect(prepared).toEqual({ separated: true, role: APP_ROLE, warning: undefined });
	await expect(sql`delete from transfers`.execute(connect(undefined, APP_ROLE).db)).rejects.toThrow(
		'permission denied',
	);
});

test('several nodes can prepare the same database at once', async () => {
	const { pool } = connect(undefined);
	const all = await Promise.all([1, 2, 3, 4].map(() => prepareSchema(pool, { appLogin: EMBEDDED_APP_LOGIN })));
	expect(all.map(({ separated, applied }) => ({ separated, applied }))).toEqual(
		Array(4).fill({ separated: true, applied: [] }),
	);
});
