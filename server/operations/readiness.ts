import { sql } from 'kysely';
import type { Database } from '../lib/db/database.ts';
import { freeBytes } from '../lib/folders/free-space.ts';
import { WAL_SEGMENT_BYTES } from '../lib/postgres/settings.ts';

type Deps = { db: Database; config: { databaseUrl: string | undefined; dataDir: string } };

export async function whyNotReady({ db, config }: Deps): Promise<string | undefined> {
	try {
		await sql`select 1`.execute(db);
	} catch {
		return "the database doesn't respond";
	}
	// With less space, PostgreSQL can't create the next WAL segment.
	const isFull = db.isDiskFull || (!config.databaseUrl && (await freeBytes(config)) < WAL_SEGMENT_BYTES);
	return isFull ? 'the disk is full' : undefined;
}
