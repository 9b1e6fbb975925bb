import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listBackups } from '../../../server/backup/layout.ts';
import { readManifest } from '../../../server/backup/manifest.ts';
import { createFolderStore } from '../../../server/backup/stores/folder-store.ts';
import { verifyBackup } from '../../../server/backup/verify-backup.ts';
import { createRandom } from '../../../test/partners/random.ts';
import { asSuperuser, type BackedUpSite, type Load, openBackedUpSite } from '../../../test/sites/backed-up-site.ts';

const PROGRAM = join(import.meta.dirname, '../../../test/programs/take-backup.ts');
const WRITERS = 2;
const QUIET_MS = 3_000;

export type BackupTally = {
	killed: number;
	finished: number;
	acknowledged: number;
	/** Of writes, in ms; while no backup runs, and while one does. */
	p99: { quietMs: number; backupMs: number };
	findings: string[];
};

/**
 * Kills backups under load at random moments. One that has a manifest must restore, prove, and hold all that was acknowledged before
 * it stopped; one that has none must not be taken for a backup, and must leave nothing behind in the database.
 */
export async function proveBackups(
	{ kills, seed }: { kills: number; seed: number },
	say: (line: string) => void = () => {},
): Promise<BackupTally> {
	const random = createRandom(seed);
	const site = await openBackedUpSite();
	try {
		const load = site.startLoad(WRITERS);
		await sleep(QUIET_MS);
		const quietMs = p99Of(load.writes.map(({ tookMs }) => tookMs));
		const during: number[] = [];
		const findings: string[] = [];
		const first = await runBackup(site, load, during);
		findings.push(...(await judge(site, load)).findings);
		let [killed, finished, tookMs] = [0, 1, first.tookMs];
		for (let round = 0; round < kills; round += 1) {
			// Some of them come too late.
			const run = await runBackup(site, load, during, random.below(Math.round(tookMs * 1.5)));
			const { hasEnded } = run;
			if (hasEnded) tookMs = run.tookMs;
			const judged = await judge(site, load, hasEnded);
			findings.push(...judged.findings);
			killed += hasEnded ? 0 : 1;
			finished += judged.finished;
			say(`${round + 1} of ${kills}: ${killed} killed, ${finished} finished and proven, ${findings.length} findings`);
		}
		findings.push(...(await findLeftovers(site)));
		const acknowledged = await load.stop();
		return { killed, finished, acknowledged, p99: { quietMs, backupMs: p99Of(during) }, findings };
	} finally {
		await site.close();
	}
}

async function runBackup(site: BackedUpSite, load: Load, during: number[], killAfterMs?: number) {
	const from = load.writes.length;
	const startedMs = performance.now();
	const child = spawn(process.execPath, [PROGRAM, JSON.stringify(site.source), folderOf(site), site.scratchFolder], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let words = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		words += text;
	});
	const ended = once(child, 'close');
	const killing = killAfterMs === undefined ? undefined : setTimeout(() => void child.kill('SIGKILL'), killAfterMs);
	await ended;
	clearTimeout(killing);
	during.push(...load.writes.slice(from).map(({ tookMs }) => tookMs));
	return { hasEnded: words.includes('DONE'), tookMs: performance.now() - startedMs };
}

async function judge(
	site: BackedUpSite,
	load: Load,
	hasEnded = true,
): Promise<{ finished: number; findings: string[] }> {
	const store = createFolderStore(folderOf(site));
	const findings: string[] = [];
	const backups = await listBackups(store);
	if (hasEnded && backups.length !== 1) findings.push(`a backup that said that it had ended is not there`);
	for (const backup of backups) {
		const manifest = await readManifest(store, backup.path);
		const totalsMs = Date.parse(manifest.totals_at);
		const acknowledged = load.writes.filter(({ atMs }) => atMs < totalsMs).length;
		if (manifest.transfers < acknowledged) {
			findings.push(`${backup.name} has ${manifest.transfers} transfers, ${acknowledged} were acknowledged before`);
		}
		const { problems } = await verifyBackup({ store, backup, decrypt: undefined, scratchParent: site.scratchFolder });
		findings.push(...problems.map((problem) => `${backup.name}: ${problem}`));
	}
	await rm(folderOf(site), { recursive: true, force: true });
	return { finished: backups.length, findings };
}

/** A session that ended takes its slot along, and its backup with it. */
async function findLeftovers(site: BackedUpSite): Promise<string[]> {
	const { rows } = await asSuperuser(site, 'select slot_name as slot from pg_replication_slots');
	return rows.map(({ slot }) => `${slot} was left behind: the log grows without end`);
}

const folderOf = (site: BackedUpSite) => join(site.folder, 'backups');

function p99Of(times: readonly number[]): number {
	return [...times].sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;
}
