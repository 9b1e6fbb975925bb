import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../../../e2e/support/product.ts';
import { median } from '../lib/latencies.ts';
import type { Finding } from '../lib/report.ts';

const BUDGET_MS = 3_000;
const TIMES = 5;

export async function measureStart(): Promise<Finding> {
	const folder = await mkdtemp(join(tmpdir(), 'lootpass-start-'));
	const change = { DATA_DIR: join(folder, 'data') };
	try {
		await (await startProduct(change)).stop();
		const times: number[] = [];
		for (let n = 0; n < TIMES; n += 1) {
			const startedMs = performance.now();
			const { stop } = await startProduct(change);
			times.push(performance.now() - startedMs);
			await stop();
		}
		const ms = median(times);
		return {
			what: 'server start to ready, warm',
			budget: `${BUDGET_MS / 1000} s`,
			measured: `${(ms / 1000).toFixed(2)} s`,
			ratio: BUDGET_MS / ms,
		};
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
