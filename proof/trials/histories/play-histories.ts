import { startTestCluster } from '../../../test/sites/test-cluster.ts';
import { startTestServer } from '../../../test/sites/test-server.ts';
import { BLOCK, playBlock } from '../../histories/play-block.ts';
import type { Found, Print, TrialOptions } from '../trial.ts';

/** Runs with neighbouring seeds share no block seed. */
const SEED_STEP = 1_000_003;
const SEEDS = 2 ** 31;
const LANES = 2;

/** @throws Error for a spread database without Citus. */
export async function playHistories({ count, seed }: TrialOptions, print: Print, isSpread = false): Promise<Found> {
	const server = await (isSpread ? startTestCluster() : startTestServer());
	const seeds = Array.from({ length: Math.ceil(count / BLOCK) }, (_, index) => (seed + index * SEED_STEP) % SEEDS);
	const found = { histories: 0, operations: 0, findings: [] as string[] };
	const startedAt = performance.now();

	async function playLane(): Promise<void> {
		for (let next = seeds.shift(); next !== undefined && found.findings.length === 0; next = seeds.shift()) {
			const { histories, operations, failure } = await playBlock(server, next);
			found.histories += histories;
			found.operations += operations;
			if (failure) found.findings.push(`block ${next}: ${failure}`);
			const seconds = (performance.now() - startedAt) / 1_000;
			print(`${found.histories} histories, ${(seconds / found.histories).toFixed(2)} s each`);
		}
	}

	try {
		await Promise.all(Array.from({ length: LANES }, playLane));
		return found;
	} finally {
		await server.stop();
	}
}
