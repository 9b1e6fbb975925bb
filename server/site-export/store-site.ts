import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { selectMigration } from '../backup/store-totals.ts';
import { copyIn, copyOut } from '../lib/db/copy.ts';
import { rowOf, rowsOf, type Session } from '../lib/db/database.ts';

export type Table = { name: string; columns: string[]; estimatedRows: number };

const OF_THE_MIGRATOR = ['kysely_migration', 'kysely_migration_lock'];
/** Tables that migrations fill. A test checks that all others are empty after the migrations. */
const FILLED_BY_MIGRATIONS = (
	'adjustment_settings backup_archive figure_marks fraud_progress offerwall_settings payout_methods payout_settings ' +
	'proof_people screening_rules transfer_log wallet_totals'
).split(' ');
const CSV = 'format csv, header';
export const JOB_COLUMNS = ['task', 'payload', 'queue', 'run_at', 'max_attempts', 'key', 'priority'];
const JOBS = `
	select task.identifier as task, job.payload, queue.queue_name as queue, job.run_at, job.max_attempts, job.key, job.priority
	from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
		left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
	where job.attempts < job.max_attempts`;

export async function speakPlainly(session: Session): Promise<void> {
	await sql`
		set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set extra_float_digits = 1; set bytea_output = 'hex';
		set intervalstyle = 'postgres'; set client_encoding = 'UTF8'; set synchronize_seqscans = off;
		set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`.execute(session);
}

/** Selects all tables except unlogged ones. */
export async function selectTables(session: Session): Promise<Table[]> {
	return rowsOf<Table>(session)`
		select relname as name, greatest(reltuples, 0)::float8 as "estimatedRows",
			(select array_agg(attname::text order by attnum) from pg_attribute
				where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
		from pg_class c
		where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
			and relname <> all(${OF_THE_MIGRATOR})
		order by relname`;
}

export async function selectFilledTable(session: Session): Promise<string | undefined> {
	for (const { name } of await selectTables(session)) {
		if (FILLED_BY_MIGRATIONS.includes(name)) continue;
		if (await rowOf(session)`select from ${sql.id(name)} limit 1`) return name;
	}
	return undefined;
}

/** @returns the last migration; undefined without tables, empty without migrations. */
export async function selectMigrationHere(session: Session): Promise<string | undefined> {
	const table = await rowOf(session)`
		select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') limit 1`;
	if (!table) return undefined;
	const migrated = await rowOf<{ is: boolean }>(session)`select to_regclass('kysely_migration') is not null as is`;
	return migrated?.is ? selectMigration(session) : '';
}

export function copyTableOut(session: Session, { name, columns }: Named, onRow: (row: Buffer) => void): Readable {
	return copyOut(session, `copy ${quoted(name)} (${columns.map(quoted)}) to stdout (${CSV})`, onRow);
}

export function copyJobsOut(session: Session, onRow: (row: Buffer) => void): Readable {
	return copyOut(session, `copy (${JOBS}) to stdout (${CSV})`, onRow);
}

/** COPY with `freeze` requires that this transaction has emptied the table. */
export function copyTableIn(session: Session, { name, columns }: Named, contents: AsyncIterable<Buffer>) {
	const into = `copy ${quoted(name)} (${columns.map(quoted)}) from stdin`;
	return copyIn(session, `${into} (format csv, header match, freeze)`, contents);
}

export async function copyJobsIn(session: Session, contents: AsyncIterable<Buffer>): Promise<void> {
	await sql`create temporary table waiting_jobs (task text, payload json, queue text, run_at timestamptz,
		max_attempts integer, key text, priority integer) on commit drop`.execute(session);
	await copyIn(session, 'copy waiting_jobs from stdin (format csv, header match)', contents);
	await sql`
		select graphile_worker.add_job(task, payload, queue_name => queue, run_at => run_at, max_attempts => max_attempts,
			job_key => key, priority => priority)
		from waiting_jobs`.execute(session);
}

type Named = { name: string; columns: readonly string[] };

export async function emptyTables(session: Session, tables: readonly Named[]): Promise<void> {
	await sql`truncate ${sql.join(tables.map(({ name }) => sql.id(name)))}`.execute(session);
}

/** Drops indexes, keys and triggers. @returns statements that create them again. */
export async function dropIndexes(session: Session, tables: readonly Named[]): Promise<string[]> {
	const select = rowsOf<{ drop: string; make: string }>(session);
	const of = sql`(select oid, quote_ident(relname) as name from pg_class
		where relnamespace = 'public'::regnamespace and relname = any(${tables.map(({ name }) => name)})) t`;
	const foreign = await select`
		select format('alter table %s drop constraint %I', t.name, conname) as drop,
			format('alter table %s add constraint %I %s', t.name, conname, pg_get_constraintdef(c.oid)) as make
		from pg_constraint c join ${of} on t.oid = conrelid where contype = 'f' order by conname`;
	const indexes = await select`
		select case when c.oid is null then format('drop index %s', indexrelid::regclass)
				else format('alter table %s drop constraint %I', t.name, conname) end as drop,
			concat_ws('; ', pg_get_indexdef(indexrelid), case when c.oid is not null then
				format('alter table %s add constraint %I %s using index %I', t.name, conname,
					case contype when 'p' then 'primary key' else 'unique' end, conname) end) as make
		from pg_index i join ${of} on t.oid = indrelid
			left join pg_constraint c on c.conindid = indexrelid and c.conrelid = indrelid and contype in ('p', 'u')
		order by t.name, indexrelid`;
	const triggers = await select`
		select format('alter table %s disable trigger %I', t.name, tgname) as drop,
			format('alter table %s enable trigger %I', t.name, tgname) as make
		from pg_trigger join ${of} on t.oid = tgrelid where not tgisinternal`;
	for (const { drop } of [...foreign, ...indexes, ...triggers]) await sql.raw(drop).execute(session);
	return [...indexes, ...foreign, ...triggers].map(({ make }) => make);
}

export async function selectSequences(session: Session): Promise<Record<string, string>> {
	const rows = await rowsOf<{ name: string; last: string | null }>(session)`
		select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`;
	return Object.fromEntries(rows.flatMap(({ name, last }) => (last === null ? [] : [[name, last]])));
}

export async function setSequences(session: Session, sequences: Readonly<Record<string, string>>): Promise<void> {
	for (const [name, last] of Object.entries(sequences)) {
		await sql`select setval(${quoted(name)}::regclass, ${last}::bigint)`.execute(session);
	}
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
