import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareSchema } from '../../../server/lib/db/prepare-schema.ts';
import { withPool } from '../../../server/lib/db/with-pool.ts';
import {
	EMBEDDED_APP_LOGIN,
	type EmbeddedPostgres,
	startEmbeddedPostgres,
} from '../../../server/lib/postgres/embedded-postgres.ts';
import { execute } from '../../../test/support/execute.ts';

export type ThrowawayPostgres = EmbeddedPostgres & { dataDir: string; pid: number };

/** Production settings and durability. */
export async function startThrowawayPostgres(): Promise<ThrowawayPostgres> {
	const dataDir = await mkdtemp(join(tmpdir(), 'lootpass-bench-'));
	const remove = () => rm(dataDir, { recursive: true, force: true });
	const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} }).catch(async (error) => {
		await remove();
		throw error;
	});
	const stop = async () => {
		await postgres.stop();
		await remove();
	};
	const { ownerUrl: url } = postgres;
	await withPool({ url, name: 'migrate' }, (pool) => prepareSchema(pool, { appLogin: EMBEDDED_APP_LOGIN })).catch(
		async (error) => {
			await stop();
			throw error;
		},
	);
	const [pid] = (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
	return { ...postgres, dataDir, pid: Number(pid), stop };
}

/** Flushes the filling's writes and recycles WAL files. */
export const checkpoint = ({ superuserUrl }: ThrowawayPostgres) => execute(superuserUrl, 'checkpoint');

export const timeSyncs = ({ superuserUrl }: ThrowawayPostgres) =>
	execute(superuserUrl, 'alter system set track_wal_io_timing = on', 'select pg_reload_conf()');

/** 2 GB: more than a bench writes between checkpoints. */
const LOG_FILES = 128;

/** Creating a WAL file blocks every commit. */
export const makeLogFiles = ({ superuserUrl }: ThrowawayPostgres) => {
	const fillOne = ["select pg_logical_emit_message(false, 'bench', '')", 'select pg_switch_wal()'];
	return execute(superuserUrl, ...Array(LOG_FILES).fill(fillOne).flat(), 'checkpoint');
};
