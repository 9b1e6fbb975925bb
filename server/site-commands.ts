import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { bucketOf, type Config, isBackedUp, loadConfig } from './app/config.ts';
import { readSettings } from './app/settings.ts';
import { inWords } from './backup/certificate.ts';
import { createEncrypt, encryptBackup, readIdentity } from './backup/encryption.ts';
import { siteOf } from './backup/layout.ts';
import { bytesOf, type Manifest } from './backup/manifest.ts';
import { restoreBackup, restoredInWords } from './backup/restore/restore-backup.ts';
import { type BackupStore, createFolderStore, openStore } from './backup/stores/backup-store.ts';
import { type BackupSource, takeBackup } from './backup/take-backup.ts';
import { verifyBackup } from './backup/verify-backup.ts';
import { type Command, folderIn, type Given, readGivenFile, WrongUse } from './command-line.ts';
import { createDatabase, withPool } from './lib/db/database.ts';
import { verifyMinisign } from './lib/minisign.ts';
import { BUNDLED } from './lib/postgres/choose-server.ts';
import { findService, findServiceOr, startEmbeddedPostgres } from './lib/postgres/embedded-postgres.ts';
import { productVersion } from './lib/product-version.ts';
import { StartProblem } from './lib/start-problem.ts';
import { readCheckpointsFile } from './public-proof/checkpoints-file.ts';
import { exportSite, importSite, waitForPerson } from './site-export/import-site.ts';
import { upgradeDatabase } from './site-export/upgrade-database.ts';
import type { Place } from './spread/places.ts';
import { planSpread, spreadSite } from './spread/spread-site.ts';
import { createProgressBar } from './start/free-ports.ts';
import { openServer } from './start/open-database.ts';

const WHERE: Record<Place['with'], string> = {
	user: 'distributed by user',
	itself: 'distributed by its own key',
	coordinator: 'on the coordinator',
};

export const siteCommands = (env: NodeJS.ProcessEnv): Readonly<Record<string, Command>> => ({
	'export-site': {
		does: 'export the whole site to files that any PostgreSQL can load; works while the product runs',
		options: { to: { takes: 'DIR', does: 'a new or empty folder' } },
		run: ({ options }) => exportHere(loadConfig(env), options),
	},
	'import-site': {
		listedWith: 'export-site',
		does: 'import exported files into an empty database and verify them; payouts stay off until you turn them on',
		options: { from: { takes: 'DIR', does: 'folder written by export-site' } },
		run: ({ options }) => importHere(loadConfig(env), options),
	},
	'upgrade-database': {
		does: 'move the embedded database to the PostgreSQL server that a new site gets here; keeps the old one',
		options: {
			programs: {
				takes: 'FOLDER',
				does: 'folder with bin and lib of the old PostgreSQL version, unless it is installed',
			},
			again: { does: 'rebuild a database that already has this version' },
		},
		run: ({ options }) => upgradeHere(loadConfig(env), options),
	},
	spread: {
		listedWith: 'upgrade-database',
		does: 'distribute a stopped site over the machines of a Citus cluster; safe to repeat',
		options: { plan: { does: 'print the steps without changing anything' } },
		run: ({ options }) => spreadHere(loadConfig(env), options),
	},
});

async function exportHere(config: Config, options: Given['options']): Promise<number> {
	const folder = folderIn(options, 'to');
	const { dataDir, databaseUrl } = config;
	const open = () => openQuietly(config);
	const { ownerUrl, stop } = await (databaseUrl ? open() : findServiceOr(dataDir, open));
	try {
		const { tables, transfers, last_transfer, problems } = await exportSite(ownerUrl, folder, createReporter());
		const rows = tables.reduce((sum, table) => sum + table.rows, 0);
		console.log(
			[
				`Exported to ${folder}: ${tables.length} tables, ${rows} rows.`,
				`It contains ${transfers} transfers${last_transfer ? ` (last: ${last_transfer.id})` : ''} and none of your secrets. See its manifest.json.`,
				...problems.map((problem) => `BROKEN: ${problem}`),
			].join('\n'),
		);
		return problems.length === 0 ? 0 : 1;
	} finally {
		await stop();
	}
}

async function importHere(config: Config, options: Given['options']): Promise<number> {
	const from = folderIn(options, 'from');
	const { dataDir, databaseUrl } = config;
	if (!databaseUrl && (await findService(dataDir))) {
		throw new StartProblem(`The product is running on ${dataDir}. Stop it first, or set DATA_DIR to a new folder.`);
	}
	const { ownerUrl, appLogin, name, stop } = await openQuietly(config);
	try {
		const { manifest, found: findings } = await importSite({
			...{ ownerUrl, appLogin, from },
			wakeUp: waitForPerson,
			onProgress: createReporter(),
		});
		const restored = { backup: from, until: new Date(manifest.taken_at), findings, missing: [], problems: [] };
		console.log(restoredInWords(restored, `${name} (start the product with the current settings)`));
		return 0;
	} finally {
		await stop();
	}
}

async function upgradeHere(config: Config, { programs, again }: Given['options']): Promise<number> {
	const { dataDir, databaseUrl } = config;
	if (databaseUrl) {
		throw new StartProblem(
			"This command can't upgrade your own server (DATABASE_URL). Run export-site, then import-site into the new one.",
		);
	}
	const isAgain = again !== undefined;
	const given = {
		dataDir,
		server: config,
		programs: programs && resolve(programs),
		isAgain,
		onProgress: createReporter(),
	};
	const { from, to, oldFolder, manifest } = await upgradeDatabase(given);
	console.log(
		[
			`UPGRADED from PostgreSQL ${from} to ${to}: all rows are there, and the books balance.`,
			`It contains ${manifest.transfers} transfers. Start the product.`,
			`The old database is in ${oldFolder}. To go back, stop the product and rename it to ${dataDir}/postgres.`,
		].join('\n'),
	);
	return 0;
}

async function spreadHere(config: Config, { plan }: Given['options']): Promise<number> {
	if (!config.databaseUrl) {
		throw new StartProblem("The embedded database can't be distributed. Set DATABASE_URL and DATABASE_OWNER_URL.");
	}
	const { ownerUrl, appLogin, name, stop } = await openQuietly(config);
	try {
		if (plan !== undefined) {
			const steps = await withPool({ url: ownerUrl, name: 'spread' }, (pool) =>
				planSpread(createDatabase(pool), appLogin),
			);
			for (const { table, place, rows } of steps)
				console.log(`${table.padEnd(20)} ${WHERE[place.with]}, about ${rows} rows`);
			console.log(steps.length > 0 ? `${steps.length} tables to move. Nothing was changed.` : 'Nothing to do.');
			return 0;
		}
		const { done, problems } = await spreadSite({ ownerUrl, appLogin, onProgress: createReporter() });
		for (const { rule, detail } of problems) console.log(`BROKEN: ${rule}\n  ${detail}`);
		console.log(
			done.length > 0 ? `SPREAD: ${done.length} tables of ${name}.` : 'Already distributed. Nothing changed.',
		);
		if (problems.length === 0) console.log('The books balance. Start the product.');
		return problems.length === 0 ? 0 : 1;
	} finally {
		await stop();
	}
}

const openQuietly = (config: Config) => openServer({ config, print: () => {}, signal: new AbortController().signal });

const createReporter = () => createProgressBar(process.stderr);

const PROJECT = join(import.meta.dirname, '..');

export const upgradeCommand: Command = {
	listedWith: 'doctor',
	keepsUser: true,
	does: 'install a newer signed release; run it as root',
	options: { from: { takes: 'FILE', does: 'lootpass-VERSION.tar.gz, with FILE.minisig beside it' } },
	run: ({ options }) => upgradeProduct(options),
};

/** Verifies the archive with the key of the installed version before unpacking anything. */
async function upgradeProduct({ from }: Given['options']): Promise<number> {
	if (!from) throw new WrongUse('Missing --from FILE.');
	const file = resolve(from);
	const archive = await readGivenFile(file);
	const version = verifyRelease(archive, {
		signature: (await readGivenFile(`${file}.minisig`)).toString(),
		publicKey: (await readGivenFile(join(PROJECT, 'deploy/release-key.pub'))).toString(),
	});
	if (process.getuid?.() !== 0) throw new StartProblem(`The signature of ${version} is valid. Run this as root.`);
	const folder = await mkdtemp(join(tmpdir(), 'lootpass-upgrade-'));
	try {
		await run('tar', ['-xz', '--no-same-owner', '-C', folder], archive);
		return await run('sh', [join(folder, `lootpass-${version}/deploy/systemd/install.sh`)]);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** @returns the release's version. @throws StartProblem if the signature is invalid or names no newer version. */
export function verifyRelease(
	archive: Buffer,
	{ signature, publicKey, installed = productVersion }: { signature: string; publicKey: string; installed?: string },
): string {
	const comment = verifyMinisign(archive, signature, publicKey);
	const version = /^lootpass (\d{1,6}\.\d{1,6}\.\d{1,6})$/.exec(comment)?.[1];
	if (version === undefined) throw new StartProblem('The signature names no version of the product.');
	if (version.localeCompare(installed, 'en', { numeric: true }) <= 0) {
		throw new StartProblem(`${version} is not newer than the installed version ${installed}.`);
	}
	return version;
}

/** Passes the archive from memory, so that it is the verified one. */
async function run(program: string, args: string[], input?: Buffer): Promise<number> {
	const child = spawn(program, args, { stdio: [input ? 'pipe' : 'inherit', 'inherit', 'inherit'] });
	child.stdin?.on('error', () => {}).end(input);
	const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done));
	if (code === 0) return 0;
	const { version } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'));
	throw new StartProblem(`${program} failed with code ${code}. The installed version is ${version}.`);
}

const BUCKET = 's3';
const from = { takes: 'DIR', does: `the backup folder, or ${BUCKET} for the bucket of BACKUP_S3_*` };
const identity = { takes: 'FILE', does: 'age identity (from age-keygen) that decrypts the backup' };

export const backupCommands = (env: NodeJS.ProcessEnv): Readonly<Record<string, Command>> => ({
	backup: {
		does: 'back up the whole database; works while the product runs',
		options: {
			to: {
				takes: 'DIR',
				does: `target folder, which may hold other backups, or ${BUCKET} for the bucket of BACKUP_S3_*`,
			},
			'encrypt-to': { takes: 'R', does: 'age recipient (default: BACKUP_ENCRYPT_TO)' },
		},
		run: ({ options }) => backUp(env, options),
	},
	'verify-backup': {
		does: 'verify the newest backup: restore it to a temporary folder and check the books',
		options: { from, identity },
		run: ({ options }) => verify(env, options),
	},
	restore: {
		does: 'restore a backup and later changes into a new DATA_DIR; payouts stay off until you turn them on',
		options: {
			from,
			into: { takes: 'NEWDIR', does: 'the new DATA_DIR, which must be empty' },
			at: { takes: 'ISO', does: 'restore to this time, such as 2026-11-23T11:59:59Z (default: the latest)' },
			identity,
			checkpoints: {
				takes: 'FILE',
				does: 'last response of /proof/checkpoints; lists published transfers that are missing',
			},
		},
		run: ({ options }) => restore(env, options),
	},
});

async function backUp(env: NodeJS.ProcessEnv, options: Given['options']): Promise<number> {
	const config = loadConfig(env);
	const store = storeIn(env, options, 'to');
	const recipient = options['encrypt-to'] ?? config.backup.encryptTo;
	if (recipient !== undefined) createEncrypt(recipient);
	if (config.databaseUrl) {
		throw new StartProblem(
			"This command can't back up your own server (DATABASE_URL). Back it up there, with pg_basebackup and WAL archiving.",
		);
	}
	const manifest = await withSource(config, (source) =>
		withScratch((scratchFolder) => take(source, store, { scratchFolder, recipient })),
	);
	const { name, site, transfers, last_transfer } = manifest;
	console.log(
		[
			`Backed up to ${store.description}: ${site}/backups/${name}, ${(bytesOf(manifest) / 1e6).toFixed(1)} MB${recipient ? ', encrypted' : ''}.`,
			`It contains ${transfers} transfers${last_transfer ? ` (last: ${last_transfer.id})` : ''} and none of your secrets. See its manifest.json.`,
			`Verify it: npm run -s cli -- verify-backup --from ${options.to}`,
		].join('\n'),
	);
	return 0;
}

async function take(
	source: BackupSource,
	store: BackupStore,
	{ scratchFolder, recipient }: { scratchFolder: string; recipient: string | undefined },
): Promise<Manifest> {
	const progress = createProgressBar(process.stderr);
	const reportProgress = (share: number) => progress('backup', Math.round(share * 100), 100);
	if (recipient === undefined) return takeBackup(source, store, { scratchFolder, onProgress: reportProgress });
	const plain = createFolderStore(join(scratchFolder, 'plain'));
	const manifest = await takeBackup(source, plain, { scratchFolder, onProgress: reportProgress });
	return encryptBackup({ store: plain, manifest }, { store, recipient, scratchFolder });
}

async function verify(env: NodeJS.ProcessEnv, options: Given['options']): Promise<number> {
	const from = await openFrom(env, options);
	const certificate = await withScratch((scratchParent) => verifyBackup({ ...from, scratchParent }));
	console.log(inWords(certificate));
	return certificate.problems.length === 0 ? 0 : 1;
}

async function restore(env: NodeJS.ProcessEnv, options: Given['options']): Promise<number> {
	const into = folderIn(options, 'into');
	const { at: text, checkpoints } = options;
	const at = text === undefined ? undefined : z.iso.datetime({ offset: true }).safeParse(text);
	if (at && !at.success) throw new WrongUse('--at must be a time such as 2026-11-23T11:59:59Z.');
	const published = checkpoints === undefined ? [] : await readCheckpointsFile(resolve(checkpoints));
	const moment = at && new Date(at.data);
	const from = await openFrom(env, options);
	const restored = await restoreBackup({ ...from, into, at: moment, published, log: console.log });
	const how = `${into} (start the product with DATA_DIR=${into})`;
	console.log(restoredInWords(restored, how));
	return restored.problems.length + restored.missing.length === 0 ? 0 : 1;
}

async function openFrom(env: NodeJS.ProcessEnv, options: Given['options']) {
	return {
		store: storeIn(env, options, 'from'),
		server: { ...BUNDLED, postgresPrograms: readSettings(env).values.POSTGRES_PROGRAMS },
		decrypt: options.identity === undefined ? undefined : await readIdentity(resolve(options.identity)),
	};
}

/** Reads only these settings, because a machine that is being restored has no others yet. */
function storeIn(env: NodeJS.ProcessEnv, options: Given['options'], name: 'from' | 'to'): BackupStore {
	const folder = folderIn(options, name);
	if (options[name] !== BUCKET) return createFolderStore(folder);
	const store = openStore({ bucket: bucketOf(readSettings(env).values) });
	if (!store)
		throw new StartProblem("The bucket isn't configured. Set BACKUP_S3_ENDPOINT and the other BACKUP_S3_* settings.");
	return store;
}

async function withSource<Result>(config: Config, work: (source: BackupSource) => Promise<Result>): Promise<Result> {
	const { dataDir } = config;
	const start = () => startEmbeddedPostgres({ dataDir, server: config, log: () => {}, archives: isBackedUp(config) });
	const { backupUrl, dataFolder, stop } = await findServiceOr(dataDir, start);
	try {
		return await work({ backupUrl, dataFolder, site: await siteOf(dataDir) });
	} finally {
		await stop();
	}
}

async function withScratch<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
	const folder = await mkdtemp(join(tmpdir(), 'lootpass-backup-'));
	try {
		return await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
