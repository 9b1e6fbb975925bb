import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '../../server/lib/db/database.ts';
import { prepareSchema } from '../../server/lib/db/prepare-schema.ts';
import {
	EMBEDDED_APP_LOGIN,
	type EmbeddedPostgres,
	startEmbeddedPostgres,
} from '../../server/lib/postgres/embedded-postgres.ts';
import { clearPredecessor } from '../../server/lib/postgres/postmaster.ts';
import { findProcess } from '../../server/lib/postgres/process-identity.ts';
import { removeDeadSocketFolders } from '../../server/lib/postgres/socket-folder.ts';

const FOLDER_PREFIX = 'lootpass-test-';

/** Its database `lootpass` is the migrated template that every test file clones. */
export async function startTestServer(): Promise<EmbeddedPostgres> {
	await sweepAfterCrashes();
	const dataDir = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
	const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false }).catch(async (error) => {
		await rm(dataDir, { recursive: true, force: true });
		throw error;
	});
	const stop = async () => {
		await postgres.stop();
		await rm(dataDir, { recursive: true, force: true });
	};
	try {
		await fillTemplate(postgres.ownerUrl);
	} catch (error) {
		await stop();
		throw error;
	}
	return { ...postgres, stop };
}

async function fillTemplate(ownerUrl: string): Promise<void> {
	const pool = createPool({ url: ownerUrl, poolSize: 1, applicationName: 'template', onError: () => {} });
	try {
		await prepareSchema(pool, { appLogin: EMBEDDED_APP_LOGIN });
	} finally {
		// A template with open connections cannot be cloned.
		await pool.end();
	}
}

/** Left alone: runs that are under way. */
async function sweepAfterCrashes(): Promise<void> {
	for (const name of await readdir(tmpdir())) {
		if (!name.startsWith(FOLDER_PREFIX)) continue;
		if (await findProcess(Number.parseInt(name.slice(FOLDER_PREFIX.length), 10))) continue;
		const folder = join(tmpdir(), name);
		// Somebody else's run: theirs to clean.
		if ((await stat(folder)).uid !== process.getuid?.()) continue;
		const home = join(folder, 'postgres');
		await clearPredecessor(join(home, 'data'), () => {});
		await removeDeadSocketFolders(home).catch(() => {});
		await rm(folder, { recursive: true, force: true });
	}
}
