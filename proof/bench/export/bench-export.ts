import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '../../../server/lib/db/database.ts';
import { EMBEDDED_APP_LOGIN } from '../../../server/lib/postgres/embedded-postgres.ts';
import { seedSite } from '../../../server/seed/seed-site.ts';
import { exportSite } from '../../../server/site-export/export-site.ts';
import { importSite, waitForPerson } from '../../../server/site-export/import-site.ts';
import { createProgressBar } from '../../../server/start/progress-bar.ts';
import type { BenchOptions } from '../bench-options.ts';
import { costOf } from '../lib/cpu-time.ts';
import type { Finding } from '../lib/report.ts';
import { writeResult } from '../lib/results.ts';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../lib/throwaway-postgres.ts';

/** Without `--filled`: what fits into a minute. */
const CREDITS = 100_000;
/** Ten million in ten minutes, there and back. */
const GOAL_PER_SECOND = 16_667;

type Part = { wallSeconds: number; cpuSeconds: number; otherCores: number };
export type ExportResult = { transfers: number; export: Part; import: Part };

/** A whole site to files and into another server, proven there: `--filled 10000000` is the goal's size. */
export async function benchExport({ filled }: BenchOptions): Promise<boolean> {
	const folder = await mkdtemp(join(tmpdir(), 'lootpass-bench-export-'));
	const files = join(folder, 'files');
	const [from, to] = [await startThrowawayPostgres(), await startThrowawayPostgres()];
	const tell = createProgressBar(process.stdout);
	try {
		const pool = createPool({ url: from.ownerUrl, poolSize: 2, applicationName: 'bench', onError: () => {} });
		const credits = filled || CREDITS;
		const size = { users: Math.ceil(credits / 100), credits, withdrawals: Math.ceil(credits / 1000) };
		await seedSite(pool, size, { tell }).finally(() => pool.end());
		const written = await measure(from, () => exportSite(from.ownerUrl, files, tell));
		const into = { ownerUrl: to.ownerUrl, appLogin: EMBEDDED_APP_LOGIN, from: files };
		const read = await measure(to, () => importSite({ ...into, wakeUp: waitForPerson, tell }));
		const { transfers, problems } = written.result;
		const result: ExportResult = { transfers, export: written.part, import: read.part };
		await writeResult('export.json', result);
		for (const { what, budget, measured } of exportFindings(result)) console.log(`${what}: ${measured} (${budget})`);
		return problems.length === 0;
	} finally {
		await from.stop();
		await to.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

async function measure<Result>(postgres: ThrowawayPostgres, work: () => Promise<Result>) {
	const startedMs = performance.now();
	const { result, seconds, others, machine } = await costOf({ postgres, node: { pid: process.pid } }, work);
	const wallSeconds = (performance.now() - startedMs) / 1000;
	const cpuSeconds = Object.values(seconds).reduce((sum, each) => sum + each, 0);
	const otherCores = machine > 0 ? others / wallSeconds : 0;
	const part: Part = { wallSeconds: round(wallSeconds), cpuSeconds: round(cpuSeconds), otherCores: round(otherCores) };
	return { result, part };
}

export function exportFindings({ transfers, ...parts }: ExportResult): Finding[] {
	return (['export', 'import'] as const).map((name) => {
		const { wallSeconds, cpuSeconds, otherCores } = parts[name];
		const perSecond = Math.round(transfers / wallSeconds);
		return {
			what: `${name} of a site with ${transfers} transfers, proven`,
			budget: `${GOAL_PER_SECOND} transfers/s`,
			measured: `${perSecond} transfers/s: ${wallSeconds} s, ${cpuSeconds} s of processor, others used ${otherCores} cores`,
			ratio: perSecond / GOAL_PER_SECOND,
		};
	});
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}
