import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { installJobs } from '../jobs/jobs.ts';
import { StartProblem } from '../start-problem.ts';
import { createDatabase, type Database, inTransaction, rowOf, rowsOf, type Tx } from './database.ts';

const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../db/migrations');
const BASELINE = '001-baseline';
const TOO_OLD =
	"This database is from a version before 0.2.0 and can't be upgraded. Start with an empty DATA_DIR (or an empty database), or keep using that version.";

/** Several nodes may run this at once. */
export async function migrate(owner: Database, upTo?: string): Promise<string[]> {
	// Migrations of a later version count as applied, because they only add to the schema.
	const later = await laterMigrations(owner);
	const done = Object.fromEntries(later.map((name) => [name, { up: async () => {} }]));
	const known = Object.entries(await readMigrations()).map(([name, text]) => [name, toMigration(owner, text)] as const);
	const getMigrations = async () => ({ ...Object.fromEntries(known), ...done });
	const migrator = new Migrator({ db: owner, provider: { getMigrations } });
	await requireBaseline(owner, migrator);
	if (upTo !== undefined && !known.some(([name]) => name === upTo)) {
		throw new StartProblem(`Migration ${upTo} is from a later version. Use that version or a newer one.`);
	}
	const { error, results = [] } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
	if (error && (await laterMigrations(owner)).length > later.length) return migrate(owner);
	if (error) {
		const failed = results.find((result) => result.status === 'Error');
		throw new Error(`migration ${failed?.migrationName ?? ''} failed: ${(error as Error).message}`, { cause: error });
	}
	return results.map((result) => result.migrationName);
}

export async function pendingMigrations(db: Database): Promise<string[]> {
	const rows = await rowsOf<{ name: string }>(db)`select name from kysely_migration`;
	const applied = new Set(rows.map(({ name }) => name));
	return Object.keys(await readMigrations()).filter((name) => !applied.has(name));
}

export async function laterMigrations(db: Database): Promise<string[]> {
	const last = Object.keys(await readMigrations()).at(-1) ?? '';
	const row = await rowOf<{ isMade: boolean }>(db)`select to_regclass('kysely_migration') is not null as "isMade"`;
	if (!row?.isMade) return [];
	const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
	return applied.rows.flatMap(({ name }) => (name > last ? [name] : []));
}

/** Reads tables first, then applied migrations: another node may create both between the reads. */
async function requireBaseline(owner: Database, migrator: Migrator): Promise<void> {
	const row = await rowOf<{ hasTables: boolean }>(owner)`select to_regclass('wallets') is not null as "hasTables"`;
	const baseline = (await migrator.getMigrations()).find(({ name }) => name === BASELINE);
	if (row?.hasTables && !baseline?.executedAt) throw new StartProblem(TOO_OLD);
}

async function readMigrations(): Promise<Record<string, string>> {
	const files = (await readdir(MIGRATIONS_FOLDER)).filter((file) => file.endsWith('.sql')).sort();
	const texts: Record<string, string> = {};
	for (const file of files) texts[file.replace(/\.sql$/, '')] = await readFile(join(MIGRATIONS_FOLDER, file), 'utf8');
	return texts;
}

function toMigration(owner: Database, text: string): Migration {
	return {
		async up(db) {
			await sql.raw(owner.engine.ddl(text)).execute(db);
		},
	};
}

export const APP_ROLE = 'lootpass_app';
export const WAREHOUSE_ROLE = 'lootpass_warehouse';
const SERVER_VERSION_MIN = 15;
const GRANTS_FILE = join(import.meta.dirname, '../../../db/grants.sql');
/** Arbitrary but unique. */
const GRANTS_LOCK = 7_204_115;

export type RoleOptions = { appLogin?: string | undefined; keepsGrants?: boolean };

type RolesPrepared = Awaited<ReturnType<typeof prepareRoles>>;

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

/** Repeatable; several nodes may run it at once. */
export async function prepareSchema(
	ownerPool: pg.Pool,
	options: Omit<RoleOptions, 'keepsGrants'>,
): Promise<RolesPrepared & { applied: string[] }> {
	const owner = createDatabase(ownerPool);
	await requireServerVersion(owner);
	const applied = await migrate(owner);
	await installJobs(ownerPool);
	const later = await laterMigrations(owner);
	// Nodes of a later version may need that version's grants.
	const roles = await prepareRoles(owner, { ...options, keepsGrants: later.length > 0 });
	if (later.length === 0) return { ...roles, applied };
	const notice = `A later version has migrated this database (${later.join(', ')}). Running this older version is only meant for a short time.`;
	return { ...roles, warning: [roles.warning, notice].filter(Boolean).join(' '), applied };
}
