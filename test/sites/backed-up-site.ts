import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { siteOf } from '../../server/backup/site.ts';
import type { BackupStore } from '../../server/backup/stores/backup-store.ts';
import { listWaiting, shipWal } from '../../server/backup/wal/ship-wal.ts';
import { createDatabase, createPool, type Database } from '../../server/lib/db/database.ts';
import { withPool } from '../../server/lib/db/with-pool.ts';
import { startEmbeddedPostgres } from '../../server/lib/postgres/embedded-postgres.ts';
import { earn } from '../support/earnings.ts';
import { execute } from '../support/execute.ts';
import { copyPreparedData } from './prepared-data.ts';

export type Load = {
	acknowledged(): number;
	writes: readonly { atMs: number; tookMs: number }[];
	stop(): Promise<number>;
};

export type BackedUpSite = Awaited<ReturnType<typeof openBackedUpSite>>;

export async function openBackedUpSite({ archives = false } = {}) {
	const folder = await mkdtemp(join(tmpdir(), 'lootpass-backed-up-'));
	const dataDir = join(folder, 'data');
	const scratchFolder = join(folder, 'scratch');
	await mkdir(scratchFolder);
	await copyPreparedData(dataDir);
	const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false, archives });
	await postgres.serve();
	const pool = createPool({ url: postgres.appUrl, poolSize: 6, applicationName: 'load', onError: () => {} });
	const db = createDatabase(pool);
	const { backupUrl, dataFolder } = postgres;
	return {
		...{ folder, dataDir, scratchFolder, db, postgres },
		source: { backupUrl, dataFolder, site: await siteOf(dataDir) },
		startLoad: (writers: number) => startLoad(db, writers),
		async close() {
			await db.destroy();
			await postgres.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

export async function lookInto<Result>(dataDir: string, look: (db: Database) => Promise<Result>): Promise<Result> {
	const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false });
	const { appUrl: url } = postgres;
	return withPool({ url, name: 'test' }, (pool) => look(createDatabase(pool))).finally(postgres.stop);
}

export function lookAtBooks(dataDir: string): Promise<{ transfers: number; isOn: boolean } | undefined> {
	return lookInto(dataDir, async (db) => {
		const { rows } = await sql<{ transfers: number; isOn: boolean }>`
			select (select count(*)::int from transfers) as transfers, (select is_on from payout_settings) as "isOn"
		`.execute(db);
		return rows[0];
	});
}

export async function archiveAll(site: BackedUpSite, store: BackupStore): Promise<void> {
	const [row] = await execute<{ segment: string }>(
		site.source.backupUrl,
		'select pg_walfile_name(pg_switch_wal()) as segment',
	);
	const { dataFolder, site: name } = site.source;
	while (!(await listWaiting(dataFolder)).includes(row?.segment ?? '')) await sleep(50);
	await shipWal(
		{ dataFolder, site: name, store, encrypt: undefined, scratchFolder: site.scratchFolder },
		async () => {},
	);
}

function startLoad(db: Database, writers: number): Load {
	const writes: { atMs: number; tookMs: number }[] = [];
	let isStopping = false;
	async function write(): Promise<void> {
		const uid = randomUUID();
		while (!isStopping) {
			const startedMs = performance.now();
			await earn(db, uid, { atMs: Date.now(), payout: 1000 });
			writes.push({ atMs: Date.now(), tookMs: performance.now() - startedMs });
		}
	}
	const writing = Promise.all(Array.from({ length: writers }, write));
	return {
		writes,
		acknowledged: () => writes.length,
		async stop() {
			isStopping = true;
			await writing;
			return writes.length;
		},
	};
}
