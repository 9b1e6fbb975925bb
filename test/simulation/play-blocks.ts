import { parentPort, workerData } from 'node:worker_threads';
import { putStoresInPlace } from '../memory-store/in-place-of-stores.ts';

/** A thread of {@link simulate}: plays block after block, each from a seed of its own, and tells of each. */
putStoresInPlace();
// Refusals are errors, and most of what an error costs is where it was made. What fails is told by what happened.
Error.stackTraceLimit = 0;
const { playBlock } = await import('./play-block.ts');

const { seeds } = workerData as { seeds: readonly number[] };
for (const seed of seeds) parentPort?.postMessage(await playBlock(seed));
