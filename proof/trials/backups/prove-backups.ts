import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { listBackups } from '../../../server/backup/layout.ts';
import { readManifest } from '../../../server/backup/manifest.ts';
import { createFolderStore } from '../../../server/backup/stores/folder-store.ts';
import { verifyBackup } from '../../../server/backup/verify-backup.ts';
import { createRandom } from '../../../test/partners/random.ts';
import { type BackedUpSite, type Load, openBackedUpSite } from '../../../test/sites/backed-up-site.ts';
import { execute } from '../../../test/support/execute.ts';
import type { Print, TrialOptions } from '../trial.ts';

const PROGRAM = join(import.meta.dirname, '../../../test/programs/take-backup.ts');
const WRITERS = 2;

/**
 * A killed backup with a manifest must contain every write acknowledged before it ended. Others must leave no
 * replication slot.
 */
export async function proveBackups({ count, seed }: Omit<TrialOptions, 'minutes'>, print: Print = () => {}) {
	const random = createRandom(seed);
	const site = await openBackedUpSite();
	try {
		const load = site.startLoad(WRITERS);
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
	} finally {
		await site.close();
	}
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
