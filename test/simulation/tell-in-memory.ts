import { parentPort, workerData } from 'node:worker_threads';
import type { History } from '../histories/operations.ts';
import { putStoresInPlace } from '../memory-store/in-place-of-stores.ts';

/** A thread that plays the given histories in memory and tells what happened in each. */
putStoresInPlace();
const { playHistory } = await import('../histories/play.ts');
const { createMemorySite } = await import('../memory-store/memory-site.ts');

for (const history of workerData as readonly History[]) {
	const told: string[] = [];
	await playHistory(createMemorySite(history.seed), history, { oneByOne: true, tell: (line) => told.push(line) });
	parentPort?.postMessage(told);
}
