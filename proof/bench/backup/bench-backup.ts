import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { siteOf } from '../../../server/backup/site.ts';
import { createFolderStore } from '../../../server/backup/stores/folder-store.ts';
import { takeBackup } from '../../../server/backup/take-backup.ts';
import { createDatabase, createPool, type Database } from '../../../server/lib/db/database.ts';
import { seedSite } from '../../../server/seed/seed-site.ts';
import { createProgressBar } from '../../../server/start/progress-bar.ts';
import { earn } from '../../../test/support/earnings.ts';
import type { BenchOptions } from '../bench-options.ts';
import { type LatencySummary, summarise } from '../lib/latencies.ts';
import type { Finding } from '../lib/report.ts';
import { writeResult } from '../lib/results.ts';
import { checkpoint, startThrowawayPostgres, type ThrowawayPostgres } from '../lib/throwaway-postgres.ts';

/** Without `--filled`. */
const CREDITS = 300_000;
/** A second: what keeps neither processor nor disk busy, so that what is felt is the backup. */
const WRITES = 100;
const WRITERS = 8;
const ROUNDS = 3;
/** No write waits longer than that because of a backup, at the 99th percentile. */
const GOAL_MS = 100;

export type BackupResult = { backups: number; quiet: LatencySummary; during: LatencySummary };

/**
 * The same writes, due at fixed times, in turns without a backup and with one; it runs in the process that writes, as in the product.
 * Each turn lasts `--seconds` at least.
 */
export async function benchBackup({ seconds, filled }: BenchOptions): Promise<boolean> {
	const postgres = await startThrowawayPostgres();
	const folder = await mkdtemp(join(tmpdir(), 'lootpass-bench-backup-'));
	try {
		await fill(postgres, filled || CREDITS);
		const pool = createPool({ url: postgres.appUrl, poolSize: WRITERS, applicationName: 'bench', onError: () => {} });
		const db = createDatabase(pool);
		const [quiet, during]: [number[], number[]] = [[], []];
		let backups = 0;
		for (let round = 0; round < ROUNDS; round += 1) {
			quiet.push(...(await writeWhile(db, sleep(seconds * 1_000))));
			const untilMs = performance.now() + seconds * 1_000;
			const backingUp = async () => {
				do {
					await backUp(postgres, folder);
					backups += 1;
				} while (performance.now() < untilMs);
			};
			during.push(...(await writeWhile(db, backingUp())));
			console.log(
				`round ${round + 1} of ${ROUNDS}: ${quiet.length} writes without a backup, ${during.length} with one`,
			);
		}
		await pool.end();
		const result: BackupResult = { backups, quiet: summarise(quiet), during: summarise(during) };
		await writeResult('backup.json', result);
		console.log(`without ${JSON.stringify(result.quiet)}\nwith    ${JSON.stringify(result.during)}`);
		for (const { what, budget, measured } of backupFindings(result)) console.log(`${what}: ${measured} (${budget})`);
		return true;
	} finally {
		await postgres.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

async function fill(postgres: ThrowawayPostgres, credits: number): Promise<void> {
	const pool = createPool({ url: postgres.ownerUrl, poolSize: 2, applicationName: 'fill', onError: () => {} });
	const size = { users: Math.ceil(credits / 100), credits, withdrawals: Math.ceil(credits / 1000) };
	await seedSite(pool, size, { tell: createProgressBar(process.stdout) }).finally(() => pool.end());
	await checkpoint(postgres);
}

async function backUp({ backupUrl, dataFolder, dataDir }: ThrowawayPostgres, folder: string): Promise<void> {
	const scratchFolder = join(folder, 'scratch');
	await mkdir(scratchFolder, { recursive: true });
	const to = join(folder, 'backups');
	await takeBackup({ backupUrl, dataFolder, site: await siteOf(dataDir) }, createFolderStore(to), { scratchFolder });
	await rm(to, { recursive: true });
}

/** @returns how long each write waited, in ms from when it was due: a stall is felt by all that it holds up. */
async function writeWhile(db: Database, ends: Promise<unknown>): Promise<number[]> {
	const waited: number[] = [];
	let isOver = false;
	const ended = ends.finally(() => {
		isOver = true;
	});
	const startMs = performance.now();
	let next = 0;
	async function write(): Promise<void> {
		const uid = randomUUID();
		while (!isOver) {
			const dueMs = startMs + (next++ * 1_000) / WRITES;
			const inMs = dueMs - performance.now();
			if (inMs > 0) await sleep(inMs);
			await earn(db, uid, { atMs: Date.now(), payout: 1000 });
			waited.push(performance.now() - dueMs);
		}
	}
	await Promise.all([ended, ...Array.from({ length: WRITERS }, write)]);
	return waited;
}

export function backupFindings({ quiet, during, backups }: BackupResult): Finding[] {
	const moreMs = Math.max(0, during.p99 - quiet.p99);
	return [
		{
			what: 'a write during a backup, p99',
			budget: `${GOAL_MS} ms more`,
			measured: `${moreMs.toFixed(0)} ms more: ${during.p99} ms in ${backups} backups, ${quiet.p99} without`,
			ratio: GOAL_MS / Math.max(moreMs, 1),
		},
	];
}
