import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { BLOCK } from './block.ts';
import type { PlayedBlock } from './play-block.ts';

/** Runs of neighbouring seeds share no block. */
const SEED_STEP = 1_000_003;
const SEEDS = 2 ** 31;
const THREADS = Math.min(2, availableParallelism());

export type Simulated = { histories: number; operations: number; failures: string[] };

/**
 * Plays histories in memory on two threads, each block from a seed of its own; that of the first is `seed`. The first failure
 * ends it.
 * @param tell after each block, what is done by then.
 */
export async function simulate(
	{ count, seed }: { count: number; seed: number },
	tell: (done: Simulated, block: PlayedBlock) => void,
): Promise<Simulated> {
	const done: Simulated = { histories: 0, operations: 0, failures: [] };
	const seeds = Array.from({ length: Math.ceil(count / BLOCK) }, (_, index) => (seed + index * SEED_STEP) % SEEDS);
	const threads = Array.from({ length: THREADS }, (_, thread) => {
		const own = seeds.filter((_, index) => index % THREADS === thread);
		const worker = new Worker(new URL('./play-blocks.ts', import.meta.url), {
			workerData: { seeds: own },
			// Nearly all that a history makes is of no use a moment later.
			resourceLimits: { maxYoungGenerationSizeMb: 96 },
		});
		return { worker, left: [...own] };
	});

	function take(block: PlayedBlock, left: number[]): void {
		left.shift();
		done.histories += block.histories;
		done.operations += block.operations;
		tell(done, block);
		if (block.failure !== undefined) endWith(`seed ${block.seed}: ${block.failure}`);
	}

	function endWith(failure: string): void {
		done.failures.push(failure);
		for (const { worker } of threads) worker.terminate();
	}

	await Promise.all(
		threads.map(async ({ worker, left }) => {
			worker.on('message', (block: PlayedBlock) => take(block, left));
			worker.on('error', (error) => endWith(`seed ${left[0]}: ${String(error)}`));
			await new Promise((resolve) => worker.once('exit', resolve));
			if (left.length > 0 && done.failures.length === 0) {
				endWith(`seed ${left[0]}: nobody could go on any more`);
			}
		}),
	);
	return done;
}
