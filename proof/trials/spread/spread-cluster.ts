import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createDatabase, createPool, type Database, inTransaction } from '../../../server/lib/db/database.ts';
import { withPool } from '../../../server/lib/db/with-pool.ts';
import {
	EMBEDDED_APP_LOGIN,
	EMBEDDED_DATABASE,
	EMBEDDED_OWNER_ROLE,
} from '../../../server/lib/postgres/embedded-postgres.ts';
import { asked, type CitusNode, startCitus } from '../../../test/sites/citus-cluster.ts';
import type { LinkedPostgres } from '../../../test/sites/real-server.ts';
import { type MovedTable, migrateAndSpread, moveShardOf } from '../../../test/sites/test-cluster.ts';

/** A site's database that is spread: a coordinator, which is what is linked, and two workers. */
export type SpreadCluster = LinkedPostgres & {
	readonly workers: readonly CitusNode[];
	/** One process that serves somebody there, without warning: all others of that machine's database end with it. */
	killSession(worker: number): Promise<void>;
	/** While the product books, as docs/scaling.md says. @throws Error when a machine is away, or somebody died meanwhile: nothing moved. */
	moveShardOf(uid: string, table: MovedTable): Promise<void>;
	/** Waits until nothing is prepared anywhere. @returns what stays so, in words. */
	untilNothingPrepared(): Promise<string[]>;
};

const WORKERS = 2;
/** Citus looks every minute for what was interrupted. */
const RECOVERY_MS_MAX = 150_000;
const RECOVERY_OFF = ['alter system set citus.recover_2pc_interval = -1', 'select pg_reload_conf()'];
const RECOVERY_ON = ['alter system reset citus.recover_2pc_interval', 'select pg_reload_conf()'];
/** Three seconds. */
const LOOKS_AT_PREPARED = 30;

/** @param opened ends it. */
export async function startSpreadCluster(opened: AsyncDisposableStack): Promise<SpreadCluster> {
	const cluster = opened.adopt(await startCitus({ workers: WORKERS, durable: true }), (each) => each.stop());
	await migrateAndSpread(cluster.ownerUrl);
	const [coordinator, ...workers] = cluster.nodes as [CitusNode, ...CitusNode[]];
	const administrators = cluster.nodes.map((_, node) => openDatabase(opened, cluster.urlOf('postgres', node)));
	const administrator = (node: number) => administrators[node] as Database;
	const everywhere = async (...statements: string[]) => {
		await Promise.all(cluster.nodes.map((_, node) => asked(cluster.urlOf('postgres', node), ...statements)));
	};
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
		async killSession(worker) {
			const { rows } = await sql<{ pid: number }>`
				select pid from pg_stat_activity
				where datname = ${EMBEDDED_DATABASE} and backend_type = 'client backend' and pid <> pg_backend_pid()
				order by random() limit 1
			`.execute(administrator(worker + 1));
			if (!rows[0]) return;
			try {
				process.kill(rows[0].pid, 'SIGKILL');
			} catch (error) {
				// It may have said goodbye meanwhile.
				if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
			}
		},
		// Over connections of its own: one that was there before may know a machine that has died since.
		async moveShardOf(uid, table) {
			await everywhere(...RECOVERY_OFF);
			try {
				await everywhere('select recover_prepared_transactions()');
				await withPool({ url: cluster.urlOf('postgres'), name: 'proof', poolSize: 1 }, (pool) =>
					inTransaction(createDatabase(pool), async (tx) => {
						await moveShardOf(tx, uid, table);
						const left = await leftPrepared(administrators);
						if (left.length > 0) throw new Error(`not in the copy: ${left.join(', ')}`);
					}),
				);
			} finally {
				await everywhere(...RECOVERY_ON);
			}
		},
		async untilNothingPrepared() {
			await everywhere(...RECOVERY_ON);
			return untilNothingPrepared(administrators);
		},
	};
}

function openDatabase(opened: AsyncDisposableStack, url: string): Database {
	const db = createDatabase(createPool({ url, poolSize: 1, applicationName: 'proof', onError: () => {} }));
	opened.defer(() => db.destroy());
	return db;
}

/** What nobody ends: those who are alive do within moments. While writers wait for a move, its copy lacks that. */
async function leftPrepared(machines: readonly Database[]): Promise<string[]> {
	let left = await prepared(machines);
	for (let looks = 0; left.length > 0 && looks < LOOKS_AT_PREPARED; looks += 1) {
		await sleep(100);
		const now = new Set(await prepared(machines));
		left = left.filter((gid) => now.has(gid));
	}
	return left;
}

async function prepared(machines: readonly Database[]): Promise<string[]> {
	const found = await Promise.all(
		machines.map((machine) => sql<{ gid: string }>`select gid from pg_prepared_xacts`.execute(machine)),
	);
	return found.flatMap(({ rows }) => rows.map(({ gid }) => gid));
}

async function untilNothingPrepared(machines: readonly Database[]): Promise<string[]> {
	const deadline = performance.now() + RECOVERY_MS_MAX;
	for (;;) {
		const found = await prepared(machines);
		if (found.length === 0) return [];
		if (performance.now() > deadline) return found.map((gid) => `stays prepared: ${gid}`);
		await sleep(1_000);
	}
}
