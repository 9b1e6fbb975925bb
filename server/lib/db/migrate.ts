import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartProblem } from '../start-problem.ts';
import type { Database } from './database.ts';
import { rowOf, rowsOf } from './rows.ts';

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
	const row = await rowOf<{ isMade: boolean }>(db)`
		select to_regclass('kysely_migration') is not null as "isMade"
	`;
	if (!row?.isMade) return [];
	const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
	return applied.rows.flatMap(({ name }) => (name > last ? [name] : []));
}

/** Reads tables first, then applied migrations: another node may create both between the reads. */
async function requireBaseline(owner: Database, migrator: Migrator): Promise<void> {
	const row = await rowOf<{ hasTables: boolean }>(owner)`
		select to_regclass('wallets') is not null as "hasTables"
	`;
	const baseline = (await migrator.getMigrations()).find(({ name }) => name === BASELINE);
	if (row?.hasTables && !baseline?.executedAt) throw new StartProblem(TOO_OLD);
}

async function readMigrations(): Promise<Record<string, string>> {
	const files = (await readdir(MIGRATIONS_FOLDER)).filter((file) => file.endsWith('.sql')).sort();
	const texts: Record<string, string> = {};
	for (const file of files) {
		texts[file.replace(/\.sql$/, '')] = await readFile(join(MIGRATIONS_FOLDER, file), 'utf8');
	}
	return texts;
}

function toMigration(owner: Database, text: string): Migration {
	return {
		async up(db) {
			await sql.raw(owner.engine.ddl(text)).execute(db);
		},
	};
}
