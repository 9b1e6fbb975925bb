import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 100;

/** In bytes: all that is resident, or what of it is nobody else's. 0 for a process that is gone. */
export async function residentOf(pid: number, field: 'VmRSS' | 'RssAnon'): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
	return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
}

/** The highest of what `measure` says while `work` goes on. */
export async function peakDuring<Result>(measure: () => Promise<number>, work: () => Promise<Result>) {
	let [peak, isOver] = [0, false];
	const watching = (async () => {
		while (!isOver) {
			peak = Math.max(peak, await measure());
			await sleep(EVERY_MS);
		}
	})();
	const result = await work().finally(() => {
		isOver = true;
	});
	await watching;
	return { result, peak };
}
