import { mkdtemp, rm } from 'node:fs/promises';
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
import { type Command, folderIn, type Given, WrongUse } from './command-line.ts';
import { endWhenSilent } from './lib/db/end-when-silent.ts';
import { BUNDLED } from './lib/postgres/choose-server.ts';
import { findServiceOr, startEmbeddedPostgres } from './lib/postgres/embedded-postgres.ts';
import { StartProblem } from './lib/start-problem.ts';
import { readCheckpointsFile } from './public-proof/checkpoints-file.ts';
import { createProgressBar } from './start/free-ports.ts';

const BUCKET = 's3';
export const from = { takes: 'DIR', does: `the backup folder, or ${BUCKET} for the bucket of BACKUP_S3_*` };
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
	endWhenSilent(backupUrl);
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
