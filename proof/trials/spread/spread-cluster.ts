import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createDatabase, createPool, type Database } from '../../../server/lib/db/database.ts';
import {
	EMBEDDED_APP_LOGIN,
	EMBEDDED_DATABASE,
	EMBEDDED_OWNER_ROLE,
} from '../../../server/lib/postgres/embedded-postgres.ts';
import type { Random } from '../../../test/partners/random.ts';
import { type CitusNode, startCitus } from '../../../test/sites/citus-cluster.ts';
import type { LinkedPostgres } from '../../../test/sites/real-server.ts';
import { migrateAndSpread } from '../../../test/sites/test-cluster.ts';

/** A site's database that is spread: a coordinator, which is what is linked, and two workers. */
export type SpreadCluster = LinkedPostgres & {
	readonly workers: readonly CitusNode[];
	/** As the application, at a worker. */
	workerUrl(worker: number): string;
	/** One process that serves somebody there, without warning: all others of that machine's database end with it. */
	killSession(worker: number): Promise<void>;
	/** To the other worker, with all that lies beside it. @throws Error when a machine is away. */
	moveShard(random: Random): Promise<void>;
	/** Waits until nothing is prepared anywhere. @returns what stays so, in words. */
	untilNothingPrepared(): Promise<string[]>;
};

const WORKERS = 2;
/** Citus looks every minute for what was interrupted. */
const RECOVERY_MS_MAX = 150_000;

/** @param opened ends it. */
export async function startSpreadCluster(opened: AsyncDisposableStack): Promise<SpreadCluster> {
	const cluster = opened.adopt(await startCitus({ workers: WORKERS, durable: true }), (each) => each.stop());
	await migrateAndSpread(cluster.ownerUrl);
	const [coordinator, ...workers] = cluster.nodes as [CitusNode, ...CitusNode[]];
	const administrators = cluster.nodes.map((_, node) => openDatabase(opened, cluster.urlOf('postgres', node)));
	const administrator = (node: number) => administrators[node] as Database;
	const linked = (role: string) =>
		`postgres://${role}@/${EMBEDDED_DATABASE}?host=${encodeURIComponent(dirname(coordinator.socketPath))}&port=${coordinator.port}`;
	return {
		appUrl: linked(EMBEDDED_APP_LOGIN),
		ownerUrl: linked(EMBEDDED_OWNER_ROLE),
		socketPath: coordinator.socketPath,
		start: coordinator.start,
		kill: coordinator.kill,
		stop: coordinator.stop,
		workers,
		workerUrl: (worker) => cluster.urlOf(EMBEDDED_APP_LOGIN, worker + 1),
		async killSession(worker) {
			const { rows } = await sql<{ pid: number }>`
				select pid from pg_stat_activity
				where datname = ${EMBEDDED_DATABASE} and backend_type = 'client backend' and pid <> pg_backend_pid()
				order by random() limit 1
			`.execute(administrator(worker + 1));
			if (rows[0]) process.kill(rows[0].pid, 'SIGKILL');
		},
		moveShard: (random) => moveShard(administrator(0), random),
		untilNothingPrepared: () => untilNothingPrepared(administrators),
	};
}

function openDatabase(opened: AsyncDisposableStack, url: string): Database {
	const db = createDatabase(createPool({ url, poolSize: 1, applicationName: 'proof', onError: () => {} }));
	opened.defer(() => db.destroy());
	return db;
}

/** Writers wait for the moment of the move: the tables of sums have no key by which rows could be followed. */
async function moveShard(db: Database, random: Random): Promise<void> {
	const { rows } = await sql<{ shard: number; from: string; fromPort: number; to: string; toPort: number }>`
		select shardid as shard, f.nodename as "from", f.nodeport as "fromPort", t.nodename as "to", t.nodeport as "toPort"
		from pg_dist_shard join pg_dist_placement p using (shardid)
		join pg_dist_node f using (groupid) join pg_dist_node t on t.groupid not in (0, f.groupid)
		where logicalrelid = 'wallets'::regclass order by shardid
	`.execute(db);
	const { shard, from, fromPort, to, toPort } = random.pick(rows);
	await sql`
		select citus_move_shard_placement(${shard}, ${from}, ${fromPort}, ${to}, ${toPort}, 'block_writes')
	`.execute(db);
}

async function untilNothingPrepared(machines: readonly Database[]): Promise<string[]> {
	const deadline = performance.now() + RECOVERY_MS_MAX;
	for (;;) {
		const found: string[] = [];
		for (const machine of machines) {
			const { rows } = await sql<{ gid: string }>`select gid from pg_prepared_xacts`.execute(machine);
			found.push(...rows.map(({ gid }) => gid));
		}
		if (found.length === 0) return [];
		if (performance.now() > deadline) return found.map((gid) => `stays prepared: ${gid}`);
		await sleep(1_000);
	}
}
