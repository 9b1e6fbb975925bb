import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/lib/postgres/embedded-postgres.ts';
import { takeDataDir } from '../../server/lib/postgres/postmaster.ts';
import { findProcess } from '../../server/lib/postgres/running-process.ts';
import { copyPreparedData } from './backed-up-site.ts';

const FOLDER_PREFIX = 'lootpass-test-';

/** Its database `lootpass` is the migrated template of all test files. */
export async function startTestServer(): Promise<EmbeddedPostgres> {
	await sweepAfterCrashes();
	const folder = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
	const remove = () => rm(folder, { recursive: true, force: true });
	try {
		await copyPreparedData(folder);
		const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, durable: false });
		return { ...postgres, stop: () => postgres.stop().then(remove) };
	} catch (error) {
		await remove();
		throw error;
	}
}

async function sweepAfterCrashes(): Promise<void> {
	for (const name of await readdir(tmpdir())) {
		if (!name.startsWith(FOLDER_PREFIX)) continue;
		if (await findProcess(Number.parseInt(name.slice(FOLDER_PREFIX.length), 10))) continue;
		const folder = join(tmpdir(), name);
		if ((await stat(folder)).uid !== process.getuid?.()) continue;
		const lock = await takeDataDir(folder, () => {});
		await rm(folder, { recursive: true, force: true });
		await lock.release();
	}
}
