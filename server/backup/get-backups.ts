import { sql } from 'kysely';
import type { CallResult } from '../../contract/calls.ts';
import { type Database, rowOf } from '../lib/db/database.ts';
import { readServerVersion } from '../lib/postgres/server-report.ts';
import type { Findings } from './restore/restored-site.ts';

type BackupStatus = CallResult<'adminGetBackups'>;
type Restored = NonNullable<BackupStatus['restored']>;

type Deps = { db: Database; isBackedUp: boolean; isExternal: boolean };

export async function adminGetBackups({ db, isBackedUp, isExternal }: Deps): Promise<BackupStatus> {
	const latest = await rowOf<NonNullable<BackupStatus['latest']>>(db)`
		select name, ${ms('started_at')} as started_at, ${ms('finished_at')} as finished_at, share::float8 as share, bytes,
			transfers, problem
		from backups order by backups.started_at desc limit 1
	`;
	const proven = await rowOf<NonNullable<BackupStatus['proven']>>(db)`
		select ${ms('verified_at')} as at, verify_ms as took_ms from backups where verified_at is not null
		order by verified_at desc limit 1
	`;
	const archive = await rowOf<Pick<BackupStatus, 'archived_at' | 'failing_since' | 'archive_problem' | 'decrypted_at'>>(
		db,
	)`
		select ${ms('archived_at')} as archived_at, ${ms('failing_since')} as failing_since, problem as archive_problem,
			${ms('decrypted_at')} as decrypted_at
		from backup_archive
	`;
	const none = { archived_at: null, failing_since: null, archive_problem: null, decrypted_at: null };
	return {
		is_on: isBackedUp,
		is_external: isExternal,
		server: (await readServerVersion(db)).inWords,
		latest: latest ?? null,
		proven: proven ?? null,
		...(archive ?? none),
		restored: await findRestored(db),
	};
}

async function findRestored(db: Database): Promise<Restored | null> {
	type Row = Pick<Restored, 'restored_at' | 'backup' | 'until'> & { findings: Findings };
	const found = await rowOf<Row>(db)`
		select ${ms('restored_at')} as restored_at, backup, ${ms('until')} as until, findings from restorations
		where lifted_at is null order by id desc limit 1
	`;
	if (!found) return null;
	const { findings, ...restored } = found;
	const { sessions, gap, orders } = findings;
	const walls = findings.walls.map(({ wall, last_at }) => ({ wall, last_at: Date.parse(last_at) }));
	return { ...restored, sessions, gap, orders, walls };
}

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
