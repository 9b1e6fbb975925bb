import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../../../e2e/support/product.ts';
import { median } from '../lib/latencies.ts';

const TIMES = 5;

/** Returns the median time in ms from starting the server until it is ready, with a database that exists already. */
export async function measureStart(): Promise<number> {
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
		return median(times);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
