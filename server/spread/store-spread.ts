import { type RawBuilder, sql } from 'kysely';
import { type Database, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';

/** Arbitrary but unique. */
const SPREAD_LOCK = 7_204_116;

export type NodeFacts = {
	node: string;
	server: string;
	citus: string;
	owner: boolean;
	appRole: boolean;
	appLogin: boolean;
	member: boolean;
};

export type TablePlace = {
	table: string;
	kind: 'user' | 'itself' | 'coordinator' | 'none';
	by: string | null;
	group: number;
};

export async function selectCitusVersion(db: Database): Promise<string | undefined> {
	const row = await rowOf<{ version: string }>(
		db,
	)`select extversion as version from pg_extension where extname = 'citus'`;
	return row?.version;
}

export async function isWorker(db: Database): Promise<boolean> {
	const found = await rowOf<{ isCitus: boolean }>(db)`
		select to_regclass('pg_catalog.pg_dist_local_group') is not null as "isCitus"
	`;
	if (!found?.isCitus) return false;
	const row = await rowOf<{ isWorker: boolean }>(db)`select groupid <> 0 as "isWorker" from pg_dist_local_group`;
	return row?.isWorker ?? false;
}

export async function countWorkers(db: Database): Promise<number> {
	const row = await rowOf<{ count: number }>(db)`
		select count(*)::int as count from pg_dist_node where groupid <> 0 and isactive and noderole = 'primary'
	`;
	return row?.count ?? 0;
}

export async function selectNodeFacts(
	db: Database,
	{ appRole, appLogin }: { appRole: string; appLogin: string },
): Promise<NodeFacts[]> {
	const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
	const has = (role: string) => `exists (select from pg_roles where rolname = ${literal(role)})`;
	const question = `select json_build_object(
		'server', current_setting('server_version'),
		'citus', (select extversion from pg_extension where extname = 'citus'),
		'owner', has_schema_privilege('public', 'create'),
		'appRole', ${has(appRole)}, 'appLogin', ${has(appLogin)},
		'member', exists (
			select from pg_auth_members m join pg_roles r on r.oid = m.roleid join pg_roles u on u.oid = m.member
			where r.rolname = ${literal(appRole)} and u.rolname = ${literal(appLogin)}
		))`;
	const rows = await rowsOf<{ node: string; isAnswer: boolean; answer: string }>(db)`
		select n.nodename || ':' || n.nodeport as node, a.success as "isAnswer", a.result as answer
		from run_command_on_all_nodes(${question}) a join pg_dist_node n using (nodeid) order by n.nodeid
	`;
	return rows.map(({ node, isAnswer, answer }) => {
		if (!isAnswer) throw new Error(`${node} doesn't respond: ${answer}`);
		return { node, ...JSON.parse(answer) };
	});
}

export async function selectPlaces(db: Database | Tx): Promise<TablePlace[]> {
	return rowsOf<TablePlace>(db)`
		select c.relname as table, coalesce(p.colocationid, 0)::int as group,
			case when p.partmethod = 'h' then column_to_column_name(p.logicalrelid, p.partkey) end as by,
			case when p.partmethod is null then 'none' when p.partmethod = 'h' then 'user' else 'coordinator' end as kind
		from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
		where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname !~ '^kysely_'
		order by c.relname
	`;
}

export async function waitForTurn(db: Database): Promise<void> {
	await sql`select pg_advisory_lock(${sql.lit(SPREAD_LOCK)})`.execute(db);
}

/** Other processes must not write while rows move. */
export async function countOthers(db: Database): Promise<number> {
	const row = await rowOf<{ count: number }>(db)`
		select count(*)::int as count from pg_stat_activity
		where datname = current_database() and application_name like 'lootpass%' and application_name not like 'lootpass spread%'
	`;
	return row?.count ?? 0;
}

export async function countRows(db: Database): Promise<Record<string, number>> {
	const rows = await rowsOf<{ table: string; rows: number }>(db)`
		select c.relname as table, greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0)::bigint as rows
		from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
	`;
	return Object.fromEntries(rows.map(({ table, rows: count }) => [table, count]));
}

export async function countExactly(db: Database, table: string): Promise<number> {
	const row = await rowOf<{ count: number }>(db)`select count(*) as count from ${sql.table(table)}`;
	return row?.count ?? 0;
}

export async function countMoved(db: Database): Promise<number> {
	const row = await rowOf<{ rows: number }>(db)`
		select coalesce(sum(result::bigint), 0)::bigint as rows from run_command_on_all_nodes(
			$$ select coalesce(sum(tuples_processed), 0) from pg_stat_progress_copy where type = 'PIPE' or type = 'CALLBACK' $$
		) where success
	`;
	return row?.rows ?? 0;
}

/** Adds the distribution column to the primary key, as Citus requires. */
export async function rekey(db: Database, table: string, key: readonly string[]): Promise<void> {
	const name = sql.ref(table);
	const columns = sql.join(key.map((column) => sql.ref(column)));
	const old = sql.ref(`${table}_pkey`);
	await sql`alter table ${name} drop constraint ${old}, add constraint ${old} primary key (${columns})`.execute(db);
}

export async function distribute(
	db: Database,
	{ table, by, colocated }: { table: string; by: string; colocated: string },
): Promise<void> {
	// Citus would copy the views, and with them a role, which takes a superuser. The grants create them again.
	await sql`drop schema if exists warehouse cascade`.execute(db);
	await sql`select create_distributed_table(${table}, ${by}, colocate_with => ${colocated})`.execute(db);
}

/** Also moves tables connected by foreign keys. Restores identity sequences, which Citus restarts at 1. */
export async function keepOnCoordinator(tx: Tx, table: string): Promise<void> {
	const counted = await rowsOf<{ table: string; column: string; last: number }>(tx)`
		select c.relname as table, a.attname as column, pg_sequence_last_value(s.oid) as last
		from pg_attribute a join pg_class c on c.oid = a.attrelid,
			lateral (select pg_get_serial_sequence(c.oid::regclass::text, a.attname)::regclass as oid) s
		where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''
			and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
			and pg_sequence_last_value(s.oid) is not null
	`;
	await sql`select citus_add_local_table_to_metadata(${table}, cascade_via_foreign_keys => true)`.execute(tx);
	for (const { table: name, column, last } of counted) {
		await sql`select setval(pg_get_serial_sequence(${name}, ${column}), ${last})`.execute(tx);
	}
}

/** Drops the trigger of versions before 0.3.0, which prevents spreading. */
export async function dropTriggersOfOlderVersions(db: Database): Promise<void> {
	await sql`drop trigger if exists wallets_totals on wallets`.execute(db);
}

/** Gives postbacks without a user a random shard. */
export async function fillCallbackParts(db: Database): Promise<void> {
	await sql`alter table callbacks alter column part set default gen_random_uuid()`.execute(db);
	await sql`update callbacks set part = coalesce(uid, gen_random_uuid()) where part is null`.execute(db);
}

/** Finds tables whose original rows Citus left on the coordinator, where they are invisible. */
export async function selectLeftBehind(db: Database, tables: readonly string[]): Promise<string[]> {
	const rows = await rowsOf<{ table: string }>(db)`
		select relname as table from pg_class
		where relnamespace = 'public'::regnamespace and relname = any(${tables}) and pg_relation_size(oid) > 0
	`;
	return rows.map(({ table }) => table);
}

export async function dropLeftBehind(db: Database, table: string): Promise<void> {
	await sql`select truncate_local_data_after_distributing_table(${table}::regclass)`.execute(db);
}

async function partOfUser(tx: Tx): Promise<RawBuilder<string>> {
	const shards = await rowsOf<{ least: number }>(tx)`
		select shardminvalue::int as least from pg_dist_shard where logicalrelid = 'wallets'::regclass order by 1
	`;
	const shard = sql`width_bucket(worker_hash(uid), ${shards.map(({ least }) => least)}::int[])`;
	const found = await rowsOf<{ shard: number; part: string }>(tx)`
		select ${shard} as shard, min(uid::text) as part from wallets group by 1
	`;
	const parts = new Map(found.map(({ shard: number, part }) => [number, part]));
	return sql`(${shards.map((_, index) => parts.get(index + 1) ?? null)}::uuid[])[${shard}]`;
}

/** Replaces the global sums by sums per shard. Requires that no other connection writes. */
export const partSums: Readonly<Record<string, (tx: Tx) => Promise<void>>> = {
	async account_buckets(tx) {
		await sql`delete from account_buckets`.execute(tx);
		await sql`
			insert into account_buckets (part, account, starts_at, debited, credited)
			select part, account, starts_at, sum(debited), sum(credited) from (
				select ${await partOfUser(tx)} as part, account, date_bin('15 minutes', at, 'epoch') as starts_at, debited, credited
				from (
					select uid, debit as account, at, amount as debited, 0 as credited from transfers
					union all
					select uid, credit, at, 0, amount from transfers
				) sides where account not in ('wallet', 'pending')
			) parted group by 1, 2, 3
		`.execute(tx);
	},
	async earnings_buckets(tx) {
		await sql`delete from earnings_buckets`.execute(tx);
		await sql`
			insert into earnings_buckets (part, wall, starts_at, payout_micros)
			select ${await partOfUser(tx)}, substr(case when debit like 'partner:%' then debit else credit end, 9),
				date_bin('15 minutes', at, 'epoch'), sum(payout_micros)
			from transfers where payout_micros <> 0 group by 1, 2, 3
		`.execute(tx);
	},
	async wallet_totals(tx) {
		await sql`delete from wallet_totals`.execute(tx);
		await sql`
			insert into wallet_totals (part, balance, pending, below_zero)
			select ${await partOfUser(tx)}, sum(balance), sum(pending), sum(greatest(-balance, 0)) from wallets
			where closed_at is null and (balance, pending) <> (0, 0) group by 1
		`.execute(tx);
	},
};
