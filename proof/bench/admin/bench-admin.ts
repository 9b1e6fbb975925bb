import { createDatabase, createPool } from '../../../server/lib/db/database.ts';
import { seedSite } from '../../../server/seed/seed-site.ts';
import { createProgressBar } from '../../../server/start/progress-bar.ts';
import type { BenchOptions } from '../lib/bench-options.ts';
import { formatTable } from '../lib/report.ts';
import { writeResult } from '../lib/results.ts';
import { startThrowawayPostgres } from '../lib/throwaway-postgres.ts';
import { measureAdmin } from './measure-admin.ts';

/** Small enough to be seeded within a few minutes. */
const SEED = { users: 100_000, credits: 1_000_000, withdrawals: 100_000 };

/** Rows per second. */
const EXPORT_GOAL = 50_000;

/** Measures without HTTP. */
export async function benchAdmin({ seconds }: BenchOptions): Promise<boolean> {
	const postgres = await startThrowawayPostgres();
	const poolOf = (url: string, poolSize: number) =>
		createPool({ url, poolSize, applicationName: 'bench', onError: () => {} });
	const [ownerPool, pool] = [poolOf(postgres.ownerUrl, 2), poolOf(postgres.appUrl, 4)];
	try {
		await seedSite(ownerPool, SEED, { onProgress: createProgressBar(process.stdout) });
		const result = await measureAdmin(createDatabase(pool), seconds);
		await writeResult('admin.json', result);
		const { cohortsMs, sizes, findings, exported } = result;
		console.log(`\n${sizes.users} users, ${sizes.transfers} transfers, ${sizes.withdrawals} withdrawals\n`);
		const rows = findings.map(({ name, budget, p50, p99 }) => {
			const outcome = budget && p99 > budget ? 'OVER' : '';
			return [name, p50.toFixed(2), p99.toFixed(2), String(budget ?? ''), outcome];
		});
		console.log(formatTable(['milliseconds', 'p50', 'p99', 'budget', ''], rows));
		console.log(
			`\nexport: ${exported.rowsPerSecond} rows/s (goal ${EXPORT_GOAL}), memory grew by ${exported.grewMegabytes} MB over ${exported.rows} rows`,
		);
		console.log(`the hourly count of cohorts: ${cohortsMs} ms`);
		return true;
	} finally {
		await pool.end();
		await ownerPool.end();
		await postgres.stop();
	}
}
