import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { createPool } from '../../../server/lib/db/database.ts';
import { prepareSchema } from '../../../server/lib/db/prepare-schema.ts';
import {
	EMBEDDED_APP_LOGIN,
	type EmbeddedPostgres,
	startEmbeddedPostgres,
} from '../../../server/lib/postgres/embedded-postgres.ts';

export type ThrowawayPostgres = EmbeddedPostgres & { dataDir: string; pid: number };

/**
 * The product's own server with the product's own settings, durable as in production, in a folder that goes afterwards.
 * @param kept a data folder instead, which stays.
 */
export async function startThrowawayPostgres(kept?: string): Promise<ThrowawayPostgres> {
	const dataDir = kept ? resolve(kept) : await mkdtemp(join(tmpdir(), 'lootpass-bench-'));
	const remove = async () => (kept ? undefined : rm(dataDir, { recursive: true, force: true }));
	await mkdir(dataDir, { recursive: true });
	const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} }).catch(async (error) => {
		await remove();
		throw error;
	});
	const stop = async () => {
		await postgres.stop();
		await remove();
	};
	const ownerPool = createPool({ url: postgres.ownerUrl, poolSize: 1, applicationName: 'migrate', onError: () => {} });
	try {
		await prepareSchema(ownerPool, { appLogin: EMBEDDED_APP_LOGIN });
	} catch (error) {
		await stop();
		throw error;
	} finally {
		await ownerPool.end();
	}
	const [pid] = (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
	return { ...postgres, dataDir, pid: Number(pid), stop };
}

/** Writes out what filling has left behind, and makes its log files ready to be used again, as on a server that has run. */
export async function checkpoint({ superuserUrl }: ThrowawayPostgres): Promise<void> {
	await asSuperuser(superuserUrl, (client) => client.query('checkpoint'));
}

/** Has each sync of the log timed, which costs nothing beside it. */
export async function timeSyncs({ superuserUrl }: ThrowawayPostgres): Promise<void> {
	await asSuperuser(superuserUrl, async (client) => {
		await client.query('alter system set track_wal_io_timing = on');
		await client.query('select pg_reload_conf()');
	});
}

/** Two gigabytes of log, each file 16 MB: more than a bench writes between two checkpoints. */
const LOG_FILES = 128;

/** Leaves log files to be used again, as on a server that has run for a day: making one stops every commit. */
export async function makeLogFiles({ superuserUrl }: ThrowawayPostgres): Promise<void> {
	await asSuperuser(superuserUrl, async (client) => {
		for (let n = 0; n < LOG_FILES; n += 1) {
			await client.query("select pg_logical_emit_message(false, 'bench', '')");
			await client.query('select pg_switch_wal()');
		}
		await client.query('checkpoint');
	});
}

async function asSuperuser(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	await work(client).finally(() => client.end());
}
