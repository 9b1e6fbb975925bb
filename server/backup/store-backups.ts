import { sql } from 'kysely';
import { type Database, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';
import { WAL_SEGMENT_BYTES } from '../lib/postgres/settings.ts';

export type BackupRow = {
	name: string;
	startedAt: Date;
	finishedAt: Date | null;
	verifiedAt: Date | null;
	verifyMs: number | null;
	problem: string | null;
};

export function selectBackups(db: Database, limit: number): Promise<BackupRow[]> {
	return rowsOf<BackupRow>(db)`
		select name, started_at as "startedAt", finished_at as "finishedAt", verified_at as "verifiedAt",
			verify_ms as "verifyMs", problem
		from backups order by started_at desc limit ${limit}
	`;
}

export async function insertBackup(db: Database, name: string, now: Date): Promise<void> {
	await sql`
		update backups set problem = 'The process ended in the middle of it.' where finished_at is null and problem is null
	`.execute(db);
	await sql`insert into backups (name, started_at) values (${name}, ${now})`.execute(db);
}

export async function updateShare(db: Database, name: string, share: number): Promise<void> {
	await sql`update backups set share = ${share} where name = ${name}`.execute(db);
}

export type FinishedFacts = {
	finishedAt: Date;
	bytes: number;
	transfers: number;
	verifiedAt: Date | null;
	verifyMs: number;
	problem: string | null;
};

export async function finishBackup(db: Database, name: string, facts: FinishedFacts): Promise<void> {
	await sql`
		update backups set share = 1, finished_at = ${facts.finishedAt}, bytes = ${facts.bytes}, transfers = ${facts.transfers},
			verified_at = ${facts.verifiedAt}, verify_ms = ${facts.verifyMs}, problem = ${facts.problem}
		where name = ${name}
	`.execute(db);
	await sql`update backup_archive set has_gap = false`.execute(db);
}

export async function failBackup(db: Database, name: string, problem: string): Promise<void> {
	await sql`update backups set problem = ${problem} where name = ${name} and finished_at is null`.execute(db);
}

export async function forgetBackups(db: Database, storedNames: readonly string[]): Promise<void> {
	await sql`
		delete from backups where name <> all(${storedNames}::text[])
			and started_at < (select min(started_at) from backups where name = any(${storedNames}::text[]))
	`.execute(db);
}

export async function forgetEarlierSite(tx: Tx): Promise<void> {
	await sql`delete from backups`.execute(tx);
	await sql`
		update backup_archive set segment = null, archived_at = null, failing_since = null, problem = null, has_gap = false,
			decrypted_at = null
	`.execute(tx);
}

export type ArchiveRow = {
	segment: string | null;
	archivedAt: Date | null;
	failingSince: Date | null;
	problem: string | null;
	hasGap: boolean;
	decryptedAt: Date | null;
};

export async function selectArchive(db: Database): Promise<ArchiveRow> {
	const row = await rowOf<ArchiveRow>(db)`
		select segment, archived_at as "archivedAt", failing_since as "failingSince", problem, has_gap as "hasGap",
			decrypted_at as "decryptedAt"
		from backup_archive
	`;
	return row as ArchiveRow;
}

export async function markShipped(db: Database, segment: string, now: Date): Promise<void> {
	await sql`
		update backup_archive set segment = ${segment}, archived_at = ${now}, failing_since = null, problem = null
	`.execute(db);
}

export async function markFailing(db: Database, problem: string, now: Date): Promise<void> {
	await sql`
		update backup_archive set failing_since = coalesce(failing_since, ${now}), problem = ${problem}
	`.execute(db);
}

export async function markGap(db: Database): Promise<void> {
	await sql`update backup_archive set has_gap = true`.execute(db);
}

export async function markDecrypted(db: Database, at: Date): Promise<void> {
	await sql`update backup_archive set decrypted_at = greatest(decrypted_at, ${at}::timestamptz)`.execute(db);
}

export async function selectArchiverFailure(db: Database): Promise<{ segment: string; at: Date } | undefined> {
	return rowOf<{ segment: string; at: Date }>(db)`
		select last_failed_wal as segment, last_failed_time as at from pg_stat_archiver
		where last_failed_time > coalesce(last_archived_time, '-infinity')
	`;
}

/** Returns the last shipment or PostgreSQL's start, whichever is later. Undefined if no complete segment waits. */
export async function selectWaitingSince(db: Database): Promise<Date | undefined> {
	const row = await rowOf<{ since: Date }>(db)`
		select greatest(archived_at, pg_postmaster_start_time()) as since from backup_archive
		where coalesce(segment, '') < pg_walfile_name(pg_current_wal_lsn() - ${WAL_SEGMENT_BYTES}::numeric)
	`;
	return row?.since;
}
