import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, type Database, inTransaction } from '../../../server/lib/db/database.ts';
import { rowOf, rowsOf } from '../../../server/lib/db/rows.ts';
import { withPool } from '../../../server/lib/db/with-pool.ts';
import {
	EMBEDDED_APP_LOGIN,
	EMBEDDED_DATABASE,
	EMBEDDED_OWNER_ROLE,
} from '../../../server/lib/postgres/embedded-postgres.ts';
import { type CitusNode, startCitus } from '../../../test/sites/citus-cluster.ts';
import type { LinkedPostgres } from '../../../test/sites/real-server.ts';
import { sendSignal } from '../../../test/sites/run-folder/clear-folder.ts';
import { type MovedTable, migrateAndSpread, moveShardOf } from '../../../test/sites/test-cluster.ts';
import { execute } from '../../../test/support/execute.ts';
import { until } from '../../until.ts';
import { openDatabase } from '../world/world.ts';

export type SpreadCluster = LinkedPostgres & {
	readonly workers: readonly CitusNode[];
	/** PostgreSQL then ends all other sessions of the worker. */
	killSession(worker: number): Promise<void>;
	/** Follows docs/operations.md. @throws Error if a machine is down or dies meanwhile. */
	moveShardOf(uid: string, table: MovedTable): Promise<void>;
	/** @returns a finding for each prepared transaction that stays. */
	untilNothingPrepared(): Promise<string[]>;
};

const WORKERS = 2;
/** Citus recovers interrupted transactions once a minute. */
const RECOVERY_MS_MAX = 150_000;
const RECOVERY_OFF = ['alter system set citus.recover_2pc_interval = -1', 'select pg_reload_conf()'];
const RECOVERY_ON = ['alter system reset citus.recover_2pc_interval', 'select pg_reload_conf()'];
const ABANDONED_AFTER_MS = 3_000;

export async function startSpreadCluster(opened: AsyncDisposableStack): Promise<SpreadCluster> {
	const cluster = opened.adopt(await startCitus({ workers: WORKERS, durable: true }), (each) => each.stop());
	await migrateAndSpread(cluster.ownerUrl);
	const [coordinator, ...workers] = cluster.nodes as [CitusNode, ...CitusNode[]];
	const machines = cluster.nodes.map((_, node) => openDatabase(opened, cluster.urlOf('postgres', node)));
	const everywhere = async (...statements: string[]) => {
		await Promise.all(cluster.nodes.map((_, node) => execute(cluster.urlOf('postgres', node), ...statements)));
	};
	const linked = (role: string) =>
		`postgres://${role}@/${EMBEDDED_DATABASE}?host=${encodeURIComponent(dirname(coordinator.socketPath))}&port=${coordinator.port}`;
	return {
		appUrl: linked(EMBEDDED_APP_LOGIN),
		ownerUrl: linked(EMBEDDED_OWNER_ROLE),
		...coordinator,
		workers,
		async killSession(worker) {
			const session = await rowOf<{ pid: number }>(machines[worker + 1] as Database)`
				select pid from pg_stat_activity
				where datname = ${EMBEDDED_DATABASE} and backend_type = 'client backend' and pid <> pg_backend_pid()
				order by random() limit 1`;
			if (session) sendSignal(session.pid, 'SIGKILL');
		},
		async moveShardOf(uid, table) {
			await everywhere(...RECOVERY_OFF);
			try {
				await everywhere('select recover_prepared_transactions()');
				// An older connection may depend on a machine that died since.
				await withPool({ url: cluster.urlOf('postgres'), name: 'proof', poolSize: 1 }, (pool) =>
					inTransaction(createDatabase(pool), async (tx) => {
						await moveShardOf(tx, uid, table);
						const left = await listAbandoned(machines);
						if (left.length > 0) throw new Error(`the copy lacks ${left.join(', ')}`);
					}),
				);
			} finally {
				await everywhere(...RECOVERY_ON);
			}
		},
		async untilNothingPrepared() {
			await everywhere(...RECOVERY_ON);
			await until(async () => (await listPrepared(machines)).length === 0, RECOVERY_MS_MAX, 1_000);
			return (await listPrepared(machines)).map((gid) => `${gid} stays prepared`);
		},
	};
}

/** Lists prepared transactions that no session ends soon. The copy of a moved shard would lack their writes. */
async function listAbandoned(machines: readonly Database[]): Promise<string[]> {
	const deadline = performance.now() + ABANDONED_AFTER_MS;
	let left = await listPrepared(machines);
	while (left.length > 0 && performance.now() < deadline) {
		await sleep(100);
		const now = new Set(await listPrepared(machines));
		left = left.filter((gid) => now.has(gid));
	}
	return left;
}

async function listPrepared(machines: readonly Database[]): Promise<string[]> {
	const found = await Promise.all(
		machines.map((machine) => rowsOf<{ gid: string }>(machine)`select gid from pg_prepared_xacts`),
	);
	return found.flat().map(({ gid }) => gid);
}
