import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prepareSchema } from '../../server/lib/db/prepare-schema.ts';
import { withPool } from '../../server/lib/db/with-pool.ts';
import { postgresEnvironment, provideDatabaseSecret, SUPERUSER } from '../../server/lib/postgres/data-folder.ts';
import { EMBEDDED_APP_LOGIN, passwordFor, startEmbeddedPostgres } from '../../server/lib/postgres/embedded-postgres.ts';
import { choosePostgresUser } from '../../server/lib/postgres/programs.ts';
import { seedSite } from '../../server/seed/seed-site.ts';

const run = promisify(execFile);
/** From here on there is a locale of PostgreSQL's own, which the product's databases have. */
const BUILTIN_LOCALE_SINCE = 17;

export async function versionOf(programs: string): Promise<string> {
	const { stdout } = await run(join(programs, 'bin/postgres'), ['--version']);
	return /\d+\.\d+/.exec(stdout)?.[0] ?? '';
}

/** Makes a DATA_DIR as a release would have left it that brought this older PostgreSQL, with people in it. */
export async function makeOlderSite(
	dataDir: string,
	programs: string,
	size: { users: number; credits: number; withdrawals: number },
): Promise<void> {
	const home = join(dataDir, 'postgres');
	await mkdir(home, { recursive: true, mode: 0o700 });
	const user = await choosePostgresUser(join(home, 'data'));
	const secret = await provideDatabaseSecret(join(home, 'secret'), join(home, 'data'));
	// An initdb of before 17 has to get to its folder by itself, and may not be able to enter ours.
	const scratch = await mkdtemp(join(tmpdir(), 'lootpass-initdb-'));
	const [made, passwordFile] = [join(scratch, 'data'), join(scratch, 'password')];
	await writeFile(passwordFile, passwordFor(SUPERUSER, secret));
	if (user) for (const path of [scratch, passwordFile]) await chown(path, user.uid, user.gid);
	const isBuiltin = Number.parseInt(await versionOf(programs), 10) >= BUILTIN_LOCALE_SINCE;
	const locale = isBuiltin
		? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
		: ['--locale=C.UTF-8'];
	const args = [`--pgdata=${made}`, `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
	await run(join(programs, 'bin/initdb'), [...args, '--encoding=UTF8', ...locale, '--data-checksums', '--no-sync'], {
		...user,
		cwd: scratch,
		env: postgresEnvironment,
	});
	await rename(made, join(home, 'data'));
	await rm(scratch, { recursive: true });
	const postgres = await startEmbeddedPostgres({ dataDir, otherPrograms: programs, durable: false, log: () => {} });
	try {
		await withPool({ url: postgres.ownerUrl, name: 'seed' }, async (pool) => {
			await prepareSchema(pool, { appLogin: EMBEDDED_APP_LOGIN });
			await seedSite(pool, size);
		});
	} finally {
		await postgres.stop();
	}
}
