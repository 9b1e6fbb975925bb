import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DAY_MS } from '../../contract/durations.ts';
import { siteOf } from '../../server/backup/layout.ts';
import type { BackupStore } from '../../server/backup/stores/backup-store.ts';
import { listWaiting, shipWal } from '../../server/backup/wal/ship-wal.ts';
import { createDatabase, createPool, type Database, rowOf, withPool } from '../../server/lib/db/database.ts';
import { prepareSchema } from '../../server/lib/db/prepare-schema.ts';
import { EMBEDDED_APP_LOGIN, startEmbeddedPostgres } from '../../server/lib/postgres/embedded-postgres.ts';
import { earn } from '../support/database.ts';
import { execute } from '../support/execute.ts';

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
		return rowOf<{ transfers: number; isOn: boolean }>(db)`
			select (select count(*)::int from transfers) as transfers, (select is_on from payout_settings) as "isOn"
		`;
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

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache/lootpass');
const PREFIX = 'prepared-';
/** Includes the lock file, because the job runner's package creates tables. */
const MADE_BY = ['db/**/*.sql', 'server/lib/**/*.ts', 'package-lock.json'];
const run = promisify(execFile);

/** Copies a migrated, empty database, which is much faster than creating one. */
export async function copyPreparedData(dataDir: string): Promise<void> {
	const prepared = join(CACHE, PREFIX + fingerprint());
	await mkdir(dataDir, { recursive: true, mode: 0o700 });
	if (!existsSync(prepared)) return prepare(prepared, dataDir);
	await copy(join(prepared, 'postgres'), dataDir);
}

function fingerprint(): string {
	const hash = createHash('sha256');
	const files = globSync(MADE_BY, { cwd: ROOT, exclude: ['**/*.test.ts'] }).sort();
	for (const file of files) hash.update(file).update(readFileSync(join(ROOT, file)));
	return hash.digest('hex').slice(0, 16);
}

async function prepare(prepared: string, dataDir: string): Promise<void> {
	const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false });
	try {
		// A template with open connections cannot be cloned.
		await withPool({ url: postgres.ownerUrl, name: 'template' }, (pool) =>
			prepareSchema(pool, { appLogin: EMBEDDED_APP_LOGIN }),
		);
	} finally {
		await postgres.stop();
	}
	for (const name of await readdir(CACHE).catch(() => [])) {
		const isOld = async () => Date.now() - (await stat(join(CACHE, name))).mtimeMs > DAY_MS;
		if (name.startsWith(PREFIX) && (await isOld())) await rm(join(CACHE, name), { recursive: true, force: true });
	}
	const half = `${prepared}.new-${process.pid}`;
	await mkdir(half, { recursive: true });
	await copy(join(dataDir, 'postgres'), half);
	// A concurrent run may have renamed its identical copy.
	await rename(half, prepared).catch(() => rm(half, { recursive: true, force: true }));
}

/** Keeps ownership: PostgreSQL runs as another user if we are root. */
async function copy(from: string, folder: string): Promise<void> {
	await run('cp', ['-a', from, join(folder, basename(from))]);
}
