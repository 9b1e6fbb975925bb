import type { Database } from '../../../server/lib/db/database.ts';
import { rowOf } from '../../../server/lib/db/rows.ts';

export type LogWork = {
	/** Number of full-page images in the WAL. */
	pages: number;
	files: number;
	/** `syncMs` is 0 without `track_wal_io_timing`. */
	syncs: number;
	syncMs: number;
};

const names = ['pages', 'files', 'syncs', 'syncMs'] as const;

/** Statistics can lag by one second. */
export async function countLogWork<Result>(owner: Database, work: () => Promise<Result>) {
	const before = await readLogWork(owner);
	const result = await work();
	const after = await readLogWork(owner);
	const log = Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as LogWork;
	return { result, log };
}

async function readLogWork(owner: Database): Promise<LogWork> {
	const found = await rowOf<LogWork>(owner)`
		select wal_fpi as pages, io.* from pg_stat_wal, (
			select coalesce(sum(fsyncs) filter (where context = 'init'), 0)::bigint as files,
				coalesce(sum(fsyncs) filter (where context = 'normal'), 0)::bigint as syncs,
				coalesce(sum(fsync_time) filter (where context = 'normal'), 0)::float8 as "syncMs"
			from pg_stat_io where object = 'wal'
		) io`;
	return found ?? { pages: 0, files: 0, syncs: 0, syncMs: 0 };
}
