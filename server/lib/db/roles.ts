import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { StartProblem } from '../start-problem.ts';
import { type Database, inTransaction, type Tx } from './database.ts';
import { rowOf } from './rows.ts';

export const APP_ROLE = 'lootpass_app';
export const WAREHOUSE_ROLE = 'lootpass_warehouse';
const SERVER_VERSION_MIN = 15;
const GRANTS_FILE = join(import.meta.dirname, '../../../db/grants.sql');
/** Arbitrary but unique. */
const GRANTS_LOCK = 7_204_115;

export type RoleOptions = { appLogin?: string | undefined; keepsGrants?: boolean };

export type RolesPrepared = Awaited<ReturnType<typeof prepareRoles>>;

type Rights = {
	user: string;
	superuser: boolean;
	createsRoles: boolean;
	groupExists: boolean;
	warehouseExists: boolean;
	version: number;
};

export async function requireServerVersion(db: Database): Promise<void> {
	const { version } = await readRights(db);
	if (version < SERVER_VERSION_MIN) {
		throw new StartProblem(`The database runs PostgreSQL ${version}. Upgrade it to ${SERVER_VERSION_MIN} or newer.`);
	}
}

export async function prepareRoles(owner: Database, { appLogin, keepsGrants = false }: RoleOptions = {}) {
	const rights = await readRights(owner);
	const ownLogin = appLogin !== undefined && appLogin !== rights.user;
	const member = ownLogin ? appLogin : rights.user;
	const refusal = await inTransaction(owner, async (tx) => {
		await sql`select pg_advisory_xact_lock(${sql.lit(GRANTS_LOCK)})`.execute(tx);
		return (await joinGroup(tx, member)) ?? (keepsGrants ? undefined : await applyGrants(tx));
	});
	if (refusal === undefined) {
		const warning = ownLogin ? await findExcessRights(owner, appLogin, rights.user) : undefined;
		return { separated: warning === undefined, role: ownLogin ? undefined : APP_ROLE, warning };
	}
	const remedy = `Ask a database administrator to run: ${refusal}`;
	if (ownLogin) throw new StartProblem(`The role ${rights.user} can't grant privileges to ${member}. ${remedy}`);
	return {
		separated: false,
		role: undefined,
		warning: `The application connects as the database owner, so the database can't protect the books from it. ${remedy}`,
	};
}

async function joinGroup(tx: Tx, member: string): Promise<string | undefined> {
	const { superuser, createsRoles, groupExists, warehouseExists, version } = await readRights(tx);
	const grant = `grant ${APP_ROLE} to "${member.replaceAll('"', '""')}"`;
	if (!groupExists) {
		if (!superuser && !createsRoles) return `create role ${APP_ROLE} nologin; ${grant};`;
		await sql.raw(`create role ${APP_ROLE} nologin`).execute(tx);
	}
	// The warehouse is optional, so a missing right to create its role is no problem.
	if (!warehouseExists && (superuser || createsRoles)) {
		await sql.raw(`create role ${WAREHOUSE_ROLE} nologin`).execute(tx);
	}
	const membership = await rowOf<{ isMember: boolean; mayGrant: boolean }>(tx)`
			select pg_has_role(${member}, ${APP_ROLE}, 'member') as "isMember",
			       pg_has_role(${APP_ROLE}, 'member with admin option') as "mayGrant"`;
	if (membership?.isMember) return undefined;
	// Since PostgreSQL 16, a role with CREATEROLE can grant only roles that it created.
	const mayGrant = membership?.mayGrant || superuser || (createsRoles && version < 16);
	if (!mayGrant) return `${grant};`;
	await sql.raw(grant).execute(tx);
	return undefined;
}

async function applyGrants(tx: Tx): Promise<undefined> {
	const grants = await readFile(GRANTS_FILE, 'utf8');
	await sql.raw(tx.engine.ddl(grants + (await tx.engine.grants()))).execute(tx);
}

async function findExcessRights(owner: Database, appLogin: string, ownerRole: string): Promise<string | undefined> {
	const row = await rowOf<{ excess: boolean }>(owner)`
		select pg_has_role(${appLogin}, ${ownerRole}, 'member') as excess`;
	if (!row?.excess) return undefined;
	return `The application's role ${appLogin} has all rights of the owner ${ownerRole}, so the database can't protect the books from it. Use a role without them in DATABASE_URL.`;
}

async function readRights(db: Database | Tx): Promise<Rights> {
	const row = await rowOf<Rights>(db)`
		select current_user as "user",
		       rolsuper as superuser,
		       rolcreaterole as "createsRoles",
		       exists (select from pg_roles where rolname = ${APP_ROLE}) as "groupExists",
		       exists (select from pg_roles where rolname = ${WAREHOUSE_ROLE}) as "warehouseExists",
		       current_setting('server_version_num')::int / 10000 as version
		  from pg_roles where rolname = current_user`;
	return row as Rights;
}
