import { sql } from 'kysely';
import type { Database } from '../../../server/lib/db/database.ts';

/** What PostgreSQL's log has cost so far. */
export type LogWork = {
	/** Pages logged whole, as after a checkpoint. */
	pages: number;
	/** Files that had to be made for it. */
	files: number;
	/** How often it was brought to the disk, and how long that took, in ms: 0 without `track_wal_io_timing`. */
	syncs: number;
	syncMs: number;
};

/** As sessions have told by now: a second ago at most while they work. */
export async function readLogWork(owner: Database): Promise<LogWork> {
	const { rows } = await sql<LogWork>`
		select wal_fpi as pages, io.* from pg_stat_wal, (
			select coalesce(sum(fsyncs) filter (where context = 'init'), 0)::bigint as files,
				coalesce(sum(fsyncs) filter (where context = 'normal'), 0)::bigint as syncs,
				coalesce(sum(fsync_time) filter (where context = 'normal'), 0)::float8 as "syncMs"
			from pg_stat_io where object = 'wal'
		) io
	`.execute(owner);
	return rows[0] ?? { pages: 0, files: 0, syncs: 0, syncMs: 0 };
}
