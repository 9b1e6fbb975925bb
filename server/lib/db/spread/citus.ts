import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { prepared, uuids } from '../prepared.ts';
import type { Connection, Engine, NumberSequence, SumsTable } from './engine.ts';

/** Citus makes no generic plans for joins, and would otherwise scan whole shards. */
const BEGIN = 'begin; set local enable_seqscan = off';
/** Modifies shards one after another, because foreign keys connect the tables. */
const IN_ORDER = "set local citus.multi_shard_modify_mode = 'sequential'; ";
const GRANTS_FILE = join(import.meta.dirname, '../../../../db/grants-spread.sql');

/** Includes prepared transactions, which commit even if their session ended. */
const OPEN_TRANSACTIONS = `
	select nodeid || ' ' || json_array_elements_text(result::json) as id from run_command_on_all_nodes($$
		select coalesce(json_agg(distinct id), '[]') from (
			select virtualxid as id from pg_locks join pg_stat_activity using (pid)
			where locktype = 'virtualxid' and mode = 'ExclusiveLock' and pid <> pg_backend_pid()
				and datname = current_database()
			union all
			select gid from pg_prepared_xacts where database = current_database()
		) open
	$$)`;

/** Changes no row, because `earned` is never negative. */
const writeToShard = prepared(
	'write_to_shard',
	'update wallets set balance = balance where uid = any($1::uuid[]) and earned < 0',
);

export async function findSpread(
	connection: Connection,
	pool: pg.Pool,
	openNumbers: () => pg.Pool,
): Promise<Engine | undefined> {
	const { rows: found } = await connection.query<{ isCitus: boolean }>(
		`select to_regclass('pg_catalog.pg_dist_shard') is not null as "isCitus"`,
	);
	if (!found[0]?.isCitus) return undefined;
	const { rows } = await connection.query<{ count: number }>(
		`select count(*)::int as count from pg_dist_shard
		where logicalrelid = to_regclass('wallets') and shardminvalue is not null`,
	);
	const shards = rows[0]?.count ?? 0;
	return shards > 0 ? spread(shards, pool, openNumbers) : undefined;
}

function spread(shards: number, pool: pg.Pool, openNumbers: () => pg.Pool): Engine {
	const groups = createGroups((uids) => findShards(pool, uids));
	return {
		begin: BEGIN,
		takesNumbersFirst: true,
		takeNumbers: (sequence, count) => takeNumbers(openNumbers(), sequence, count),
		holdWallets: (tx, uids) => writeToShard(tx, uuids(uids)),
		groupOf: groups.groupOf,
		countGroups: async () => shards,
		async partsOf(table: SumsTable) {
			const rows = await runPrepared<{ part: string }>(
				pool,
				`parts_of_${table}`,
				`select distinct part from ${table}`,
				[],
			);
			return groups.split(rows.map(({ part }) => part).sort());
		},
		partOf: (column) => column,
		openTransactions: async () => OPEN_TRANSACTIONS,
		ddl: (text) => IN_ORDER + text,
		grants: () => readFile(GRANTS_FILE, 'utf8'),
	};
}

async function findShards(pool: pg.Pool, uids: readonly string[]): Promise<number[]> {
	const rows = await runPrepared<{ shard: number }>(
		pool,
		'find_shards',
		`select get_shard_id_for_distribution_column('wallets', uid) as shard
		from unnest($1::uuid[]) with ordinality as u (uid, n) order by n`,
		[uuids(uids)],
	);
	return rows.map(({ shard }) => shard);
}

/** Requesting a transaction id makes the commit flush the sequence, so that a crashed coordinator cannot repeat numbers. */
async function takeNumbers(numbers: pg.Pool, sequence: NumberSequence, count: number): Promise<number[]> {
	const [row] = await runPrepared<{ ids: number[] | null }>(
		numbers,
		'take_numbers',
		`select (select json_agg(nextval($1::regclass)) from generate_series(1, $2::int)) as ids, pg_current_xact_id()::text`,
		[sequence, count],
	);
	return row?.ids ?? [];
}

async function runPrepared<Row extends pg.QueryResultRow>(
	pool: pg.Pool,
	name: string,
	text: string,
	values: unknown[],
): Promise<Row[]> {
	const client = await pool.connect();
	try {
		return (await client.query<Row>({ name, text, values })).rows;
	} finally {
		client.release();
	}
}

const KNOWN_MAX = 50_000;

function createGroups(find: (keys: readonly string[]) => Promise<readonly number[]>) {
	const known = new Map<string, number>();
	let waiting: { keys: Set<string>; found: Promise<ReadonlyMap<string, number>> } | undefined;

	async function lookUp(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
		await new Promise(setImmediate);
		waiting = undefined;
		const batch = [...keys];
		const groups = await find(batch);
		const found = new Map(batch.map((key, index) => [key, groups[index] as number]));
		if (known.size + found.size > KNOWN_MAX) known.clear();
		for (const [key, group] of found) known.set(key, group);
		return found;
	}

	async function findGroup(key: string): Promise<number> {
		if (!waiting) {
			const keys = new Set<string>();
			waiting = { keys, found: lookUp(keys) };
		}
		waiting.keys.add(key);
		return (await waiting.found).get(key) as number;
	}

	return {
		groupOf: (key: string) => known.get(key) ?? findGroup(key),
		async split(keys: readonly string[]) {
			const groups = await find(keys);
			return [...Map.groupBy(keys.entries(), ([index]) => groups[index]).values()].map((entries) =>
				entries.map(([, key]) => key),
			);
		},
	};
}
