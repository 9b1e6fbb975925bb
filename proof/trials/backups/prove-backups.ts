import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listBackups } from '../../../server/backup/layout.ts';
import { readManifest } from '../../../server/backup/manifest.ts';
import { restoreBackup } from '../../../server/backup/restore/restore-backup.ts';
import { createFolderStore } from '../../../server/backup/stores/backup-store.ts';
import { takeBackup } from '../../../server/backup/take-backup.ts';
import { verifyBackup } from '../../../server/backup/verify-backup.ts';
import { createRandom } from '../../../test/partners/random.ts';
import {
	archiveAll,
	type BackedUpSite,
	type Load,
	lookAtBooks,
	openBackedUpSite,
} from '../../../test/sites/backed-up-site.ts';
import { execute } from '../../../test/support/execute.ts';
import type { Print, TrialOptions } from '../trial.ts';

const WRITERS = 4;
const APART_MS = 1_500;

/** A restored site must contain every write acknowledged before its target time, and none begun later. */
export async function proveRestores({ count, seed }: TrialOptions, print: Print): Promise<string[]> {
	const random = createRandom(seed);
	await using opened = new AsyncDisposableStack();
	const site = opened.adopt(await openBackedUpSite({ archives: true }), (each) => each.close());
	const findings: string[] = [];
	const store = createFolderStore(join(site.folder, 'backups'));
	await takeBackup(site.source, store, site);
	const load = site.startLoad(WRITERS);
	const moments: Date[] = [];
	for (let n = 0; n < count; n += 1) {
		await sleep(1 + random.below(APART_MS));
		moments.push(new Date());
	}
	await sleep(APART_MS);
	await load.stop();
	await execute(site.source.backupUrl, 'truncate transfers, wallets, account_buckets, earnings_buckets');
	await archiveAll(site, store);
	for (const [n, at] of moments.entries()) {
		const into = join(site.folder, 'restored');
		const quietly = { decrypt: undefined, published: [], durable: false, log: () => {} };
		const { problems, missing } = await restoreBackup({ ...quietly, store, into, at });
		const atMs = at.getTime();
		const least = load.writes.filter((write) => write.atMs < atMs).length;
		const most = load.writes.filter((write) => write.atMs - write.tookMs <= atMs + 1).length;
		const transfers = (await lookAtBooks(into))?.transfers ?? 0;
		if (transfers < least || transfers > most)
			findings.push(`at ${at.toISOString()} there are ${transfers} transfers, not ${least} to ${most}`);
		findings.push(...problems, ...missing);
		await rm(into, { recursive: true });
		print(`${n + 1} of ${count} moments: ${transfers} transfers of ${load.writes.length}, ${findings.length} findings`);
	}
	return findings;
}

const PROGRAM = join(import.meta.dirname, '../../../test/programs/take-backup.ts');
const WRITERS_DURING_BACKUPS = 2;

/** A killed backup with a manifest must hold every write acknowledged before it ended. Others leave no slot. */
export async function proveBackups({ count, seed }: Omit<TrialOptions, 'minutes'>, print: Print = () => {}) {
	const random = createRandom(seed);
	await using opened = new AsyncDisposableStack();
	const site = opened.adopt(await openBackedUpSite(), (each) => each.close());
	const load = site.startLoad(WRITERS_DURING_BACKUPS);
	const findings: string[] = [];
	let { tookMs } = await runBackup(site);
	let [killed, finished] = [0, await judge(site, load, true, findings)];
	for (let done = 1; done <= count; done += 1) {
		const run = await runBackup(site, random.below(Math.round(tookMs * 1.5)));
		if (run.hasEnded) tookMs = run.tookMs;
		else killed += 1;
		finished += await judge(site, load, run.hasEnded, findings);
		print(`${done} of ${count}: ${killed} killed, ${finished} finished and proven, ${findings.length} findings`);
	}
	const rows = await execute(site.source.backupUrl, 'select slot_name as slot from pg_replication_slots');
	findings.push(...rows.map(({ slot }) => `the slot ${slot} was left behind`));
	return { killed, finished, acknowledged: await load.stop(), findings };
}

async function runBackup(site: BackedUpSite, killAfterMs?: number) {
	const startedMs = performance.now();
	const child = spawn(process.execPath, [PROGRAM, JSON.stringify(site.source), folderOf(site), site.scratchFolder], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const killing = killAfterMs === undefined ? undefined : setTimeout(() => void child.kill('SIGKILL'), killAfterMs);
	const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
	clearTimeout(killing);
	return { hasEnded: output.includes('DONE'), tookMs: performance.now() - startedMs };
}

async function judge(site: BackedUpSite, load: Load, hasEnded: boolean, findings: string[]): Promise<number> {
	const store = createFolderStore(folderOf(site));
	const backups = await listBackups(store);
	if (hasEnded && backups.length !== 1) findings.push('a backup that reported its end is missing');
	for (const backup of backups) {
		const manifest = await readManifest(store, backup.path);
		const totalsMs = Date.parse(manifest.totals_at);
		const acknowledged = load.writes.filter(({ atMs }) => atMs < totalsMs).length;
		if (manifest.transfers < acknowledged)
			findings.push(`${backup.name} has ${manifest.transfers} transfers, ${acknowledged} were acknowledged before`);
		const { problems } = await verifyBackup({ store, backup, decrypt: undefined, scratchParent: site.scratchFolder });
		findings.push(...problems.map((problem) => `${backup.name}: ${problem}`));
	}
	await rm(folderOf(site), { recursive: true, force: true });
	return backups.length;
}

const folderOf = (site: BackedUpSite) => join(site.folder, 'backups');
