import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { DAY_MS } from '../../contract/durations.ts';
import { prepareSchema } from '../../server/lib/db/prepare-schema.ts';
import { withPool } from '../../server/lib/db/with-pool.ts';
import { EMBEDDED_APP_LOGIN, startEmbeddedPostgres } from '../../server/lib/postgres/embedded-postgres.ts';

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
