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
	const opened = new AsyncDisposableStack();
	try {
		const dataDir = await mkdtemp(join(tmpdir(), 'lootpass-bench-'));
		opened.defer(() => rm(dataDir, { recursive: true, force: true }));
		const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
		opened.defer(postgres.stop);
		const { ownerUrl: url } = postgres;
		await withPool({ url, name: 'migrate' }, (pool) => prepareSchema(pool, { appLogin: EMBEDDED_APP_LOGIN }));
		const [pid] = (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
		return { ...postgres, dataDir, pid: Number(pid), stop: () => opened.disposeAsync() };
	} catch (error) {
		await opened.disposeAsync();
		throw error;
	}
}

/** Flushes the filling's writes and recycles WAL files. */
export const checkpoint = ({ superuserUrl }: ThrowawayPostgres) => execute(superuserUrl, 'checkpoint');

/** 2 GB: more than a bench writes between checkpoints. */
const LOG_FILES = 128;

/** Creating a WAL file blocks every commit. */
export const makeLogFiles = ({ superuserUrl }: ThrowawayPostgres) => {
	const fillOne = ["select pg_logical_emit_message(false, 'bench', '')", 'select pg_switch_wal()'];
	return execute(superuserUrl, ...Array(LOG_FILES).fill(fillOne).flat(), 'checkpoint');
};
