import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';

const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../db/migrations');

/**
 * Applies the plain SQL files of `db/migrations` that this database has not seen, in order of name, each run in one
 * transaction. Several nodes may call this at once: one migrates, the others wait and find nothing to do.
 *
 * @returns the names that were applied now.
 * @throws when a file fails; nothing of it is kept.
 */
export async function migrate(owner: Database): Promise<string[]> {
	const migrator = new Migrator({ db: owner, provider: { getMigrations: readMigrations } });
	const { error, results = [] } = await migrator.migrateToLatest();
	if (error) {
		const failed = results.find((result) => result.status === 'Error');
		throw new Error(`migration ${failed?.migrationName ?? ''} failed: ${(error as Error).message}`, { cause: error });
	}
	return results.map((result) => result.migrationName);
}

async function readMigrations(): Promise<Record<string, Migration>> {
	const files = (await readdir(MIGRATIONS_FOLDER)).filter((file) => file.endsWith('.sql')).sort();
	const migrations: Record<string, Migration> = {};
	for (const file of files) {
		const text = await readFile(join(MIGRATIONS_FOLDER, file), 'utf8');
		migrations[file.replace(/\.sql$/, '')] = {
			up: async (db) => {
				await sql.raw(text).execute(db);
			},
		};
	}
	return migrations;
}
