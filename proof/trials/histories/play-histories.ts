import { startTestCluster } from '../../../test/sites/test-cluster.ts';
import { startTestServer } from '../../../test/sites/test-server.ts';
import { BLOCK, type FakeBlock, playBlock } from '../../histories/play-block.ts';

/** Runs of neighbouring seeds share no block. */
const SEED_STEP = 1_000_003;
const SEEDS = 2 ** 31;
/** One of them writes while the other waits for its disk. */
const LANES = 2;

/**
 * Plays histories block by block, the first with `seed`. The first failure ends it.
 * @param spread on a database that is spread over machines. @throws Error where Citus is missing then.
 */
export async function playHistories(
	{ count, seed, spread }: { count: number; seed: number; spread: boolean },
	tell: (block: FakeBlock) => Promise<void>,
): Promise<boolean> {
	const server = await (spread ? startTestCluster() : startTestServer());
	const seeds = Array.from({ length: Math.ceil(count / BLOCK) }, (_, index) => (seed + index * SEED_STEP) % SEEDS);
	let hasFailed = false;
	let told = Promise.resolve();

	async function playLane(): Promise<void> {
		for (let next = seeds.shift(); next !== undefined && !hasFailed; next = seeds.shift()) {
			const block = await playBlock(server, next);
			hasFailed ||= block.failure !== undefined;
			told = told.then(() => tell(block));
			await told;
		}
	}

	try {
		await Promise.all(Array.from({ length: LANES }, playLane));
		return !hasFailed;
	} finally {
		await server.stop();
	}
}
