import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../server/lib/db/database.ts';

/** For tests of a single machine: `test.skipIf(isSpread)`. */
export const isSpread = Boolean(process.env.LOOTPASS_TEST_SPREAD);

/** User ids of one shard, as one batch needs them. */
export async function neighbours(db: Database, count: number): Promise<string[]> {
	const ids = [randomUUID()];
	const group = await db.engine.groupOf(ids[0] as string);
	while (ids.length < count) {
		const id = randomUUID();
		if ((await db.engine.groupOf(id)) === group) ids.push(id);
	}
	return ids;
}

/** PostgreSQL shows each role only its own queries. */
export async function waitingStatements(db: Database): Promise<string[]> {
	const { rows } = await sql<{ query: string }>`
		select query from pg_stat_activity where datname = current_database() and pid in (
			select pid from pg_locks where not granted
			${isSpread ? sql`union all select citus_pid_for_gpid(waiting_gpid) from citus_lock_waits` : sql``}
		)
	`.execute(db);
	return rows.map(({ query }) => query);
}
