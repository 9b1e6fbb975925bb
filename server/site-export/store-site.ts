import type { Readable } from 'node:stream';
import type pg from 'pg';
import { copyIn, copyOut } from '../lib/db/copy.ts';

export type Table = { name: string; columns: string[]; estimatedRows: number };

const OF_THE_MIGRATOR = ['kysely_migration', 'kysely_migration_lock'];
/** A test checks that all other tables are empty after the migrations. */
const FILLED_BY_MIGRATIONS = [
	'adjustment_settings',
	'backup_archive',
	'figure_marks',
	'fraud_progress',
	'offerwall_settings',
	'payout_settings',
	'proof_people',
	'screening_rules',
	'transfer_log',
	'wallet_totals',
];
const TABLES = `relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' and relname <> all($1)`;
const CSV = 'format csv, header';
export const JOB_COLUMNS = ['task', 'payload', 'queue', 'run_at', 'max_attempts', 'key', 'priority'];
const JOBS = `
	select task.identifier as task, job.payload, queue.queue_name as queue, job.run_at, job.max_attempts, job.key, job.priority
	from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
		left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
	where job.attempts < job.max_attempts`;

export async function speakPlainly(client: pg.ClientBase): Promise<void> {
	await client.query(`
		set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set extra_float_digits = 1; set bytea_output = 'hex';
		set intervalstyle = 'postgres'; set client_encoding = 'UTF8'; set synchronize_seqscans = off;
		set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`);
}

/** Excludes unlogged tables. */
export async function selectTables(client: pg.ClientBase): Promise<Table[]> {
	const { rows } = await client.query<Table>(
		`select relname as name, greatest(reltuples, 0)::float8 as "estimatedRows",
			(select array_agg(attname::text order by attnum) from pg_attribute
				where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
		from pg_class c where ${TABLES} order by relname`,
		[OF_THE_MIGRATOR],
	);
	return rows;
}

export async function selectFilledTable(client: pg.ClientBase): Promise<string | undefined> {
	for (const { name } of await selectTables(client)) {
		if (FILLED_BY_MIGRATIONS.includes(name)) continue;
		const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`);
		if (rowCount) return name;
	}
	return undefined;
}

/** @returns undefined without tables, empty without migrations. */
export async function selectMigrationHere(client: pg.ClientBase): Promise<string | undefined> {
	const { rows: tables } = await client.query(
		`select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') limit 1`,
	);
	if (tables.length === 0) return undefined;
	const { rows } = await client.query<{ is: boolean }>(`select to_regclass('kysely_migration') is not null as is`);
	if (!rows[0]?.is) return '';
	return (await client.query<{ name: string }>('select max(name) as name from kysely_migration')).rows[0]?.name ?? '';
}

export function copyTableOut(client: pg.ClientBase, { name, columns }: Named, onRow: (row: Buffer) => void): Readable {
	return copyOut(client, `copy ${quoted(name)} (${columns.map(quoted)}) to stdout (${CSV})`, onRow);
}

export function copyJobsOut(client: pg.ClientBase, onRow: (row: Buffer) => void): Readable {
	return copyOut(client, `copy (${JOBS}) to stdout (${CSV})`, onRow);
}

/** `freeze` requires a table emptied in this transaction. */
export function copyTableIn(client: pg.ClientBase, { name, columns }: Named, contents: AsyncIterable<Buffer>) {
	const into = `copy ${quoted(name)} (${columns.map(quoted)}) from stdin`;
	return copyIn(client, `${into} (format csv, header match, freeze)`, contents);
}

export async function copyJobsIn(client: pg.ClientBase, contents: AsyncIterable<Buffer>): Promise<void> {
	await client.query(`create temporary table waiting_jobs (task text, payload json, queue text, run_at timestamptz,
		max_attempts integer, key text, priority integer) on commit drop`);
	await copyIn(client, 'copy waiting_jobs from stdin (format csv, header match)', contents);
	await client.query(`
		select graphile_worker.add_job(task, payload, queue_name => queue, run_at => run_at, max_attempts => max_attempts,
			job_key => key, priority => priority)
		from waiting_jobs`);
}

type Named = { name: string; columns: readonly string[] };

export async function emptyTables(client: pg.ClientBase, tables: readonly Named[]): Promise<void> {
	await client.query(`truncate ${tables.map(({ name }) => quoted(name))}`);
}

/** @returns statements that restore indexes, keys and triggers. */
export async function dropIndexes(client: pg.ClientBase, tables: readonly Named[]): Promise<string[]> {
	const values = [tables.map(({ name }) => name)];
	const of = `(select oid, quote_ident(relname) as name from pg_class
		where relnamespace = 'public'::regnamespace and relname = any($1)) t`;
	const { rows: foreign } = await client.query<{ drop: string; make: string }>(
		`select format('alter table %s drop constraint %I', t.name, conname) as drop,
			format('alter table %s add constraint %I %s', t.name, conname, pg_get_constraintdef(c.oid)) as make
		from pg_constraint c join ${of} on t.oid = conrelid where contype = 'f' order by conname`,
		values,
	);
	const { rows: indexes } = await client.query<{ drop: string; make: string }>(
		`select case when c.oid is null then format('drop index %s', indexrelid::regclass)
				else format('alter table %s drop constraint %I', t.name, conname) end as drop,
			concat_ws('; ', pg_get_indexdef(indexrelid), case when c.oid is not null then
				format('alter table %s add constraint %I %s using index %I', t.name, conname,
					case contype when 'p' then 'primary key' else 'unique' end, conname) end) as make
		from pg_index i join ${of} on t.oid = indrelid
			left join pg_constraint c on c.conindid = indexrelid and c.conrelid = indrelid and contype in ('p', 'u')
		order by t.name, indexrelid`,
		values,
	);
	const { rows: triggers } = await client.query<{ drop: string; make: string }>(
		`select format('alter table %s disable trigger %I', t.name, tgname) as drop,
			format('alter table %s enable trigger %I', t.name, tgname) as make
		from pg_trigger join ${of} on t.oid = tgrelid where not tgisinternal`,
		values,
	);
	for (const { drop } of [...foreign, ...indexes, ...triggers]) await client.query(drop);
	return [...indexes, ...foreign, ...triggers].map(({ make }) => make);
}

/** Omits unused sequences. */
export async function selectSequences(client: pg.ClientBase): Promise<Record<string, string>> {
	const { rows } = await client.query<{ name: string; last: string | null }>(
		`select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`,
	);
	return Object.fromEntries(rows.flatMap(({ name, last }) => (last === null ? [] : [[name, last]])));
}

export async function setSequences(client: pg.ClientBase, sequences: Readonly<Record<string, string>>): Promise<void> {
	for (const [name, last] of Object.entries(sequences)) {
		await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), last]);
	}
}

export async function selectServerVersion(client: pg.ClientBase): Promise<string> {
	const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
	return rows[0]?.version ?? '';
}

function quoted(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}
