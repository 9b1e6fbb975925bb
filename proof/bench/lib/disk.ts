import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from './latencies.ts';

const PAGE_BYTES = 8192;
const WRITES = 300;

/** Median of write and fdatasync of one page, in ms. */
export async function measureFsync(folder: string): Promise<number> {
	const path = join(folder, 'fsync-probe');
	const file = await open(path, 'w');
	try {
		const page = Buffer.alloc(PAGE_BYTES, 1);
		// Like PostgreSQL, into existing files.
		for (let n = 0; n < WRITES; n += 1) await file.write(page, 0, PAGE_BYTES, n * PAGE_BYTES);
		await file.sync();
		const times: number[] = [];
		for (let n = 0; n < WRITES; n += 1) {
			const start = performance.now();
			await file.write(page, 0, PAGE_BYTES, n * PAGE_BYTES);
			await file.datasync();
			times.push(performance.now() - start);
		}
		return median(times);
	} finally {
		await file.close();
		await rm(path, { force: true });
	}
}
