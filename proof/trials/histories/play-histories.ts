import fc from 'fast-check';
import { DAY_MS } from '../../../contract/durations.ts';
import { checkBooks } from '../../../server/books/check-books.ts';
import { startTestCluster } from '../../../test/sites/test-cluster.ts';
import { startTestServer } from '../../../test/sites/test-server.ts';
import { cloneDatabase, type ServerUrls } from '../../../test/support/cloned-database.ts';
import { type History, histories } from '../../histories/operations.ts';
import { playHistory } from '../../histories/play.ts';
import { createSite } from '../../histories/site.ts';
import type { Found, Print, TrialOptions } from '../trial.ts';

const SEED_STEP = 1_000_003;
const SEEDS = 2 ** 31;
const LANES = 2;
/** Histories per block; the last one spans months. */
const BLOCK = 10;
const CONNECTIONS = 12;
const SHRINK_MS = 120_000;

/** @throws Error for a spread database without Citus. */
export async function playHistories({ count, seed }: TrialOptions, print: Print, isSpread = false): Promise<Found> {
	await using opened = new AsyncDisposableStack();
	const server = opened.adopt(await (isSpread ? startTestCluster() : startTestServer()), (each) => each.stop());
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

	await Promise.all(Array.from({ length: LANES }, playLane));
	return found;
}

async function playBlock(urls: ServerUrls, seed: number) {
	const database = cloneDatabase(urls, CONNECTIONS);
	await database.create();
	const clock = { nowMs: Date.UTC(2027, 0, 1), now: () => clock.nowMs };
	const played = { histories: 0, operations: 0 };

	async function play(count: number, arbitrary: fc.Arbitrary<History>): Promise<void> {
		const property = fc.asyncProperty(arbitrary, async (history) => {
			clock.nowMs += DAY_MS;
			await playHistory(createSite(database, clock, history.seed), history);
			played.histories += 1;
			played.operations += history.groups.flat().length;
		});
		// Only shrinking has a time limit, so a busy machine still finishes.
		const found = await fc.check(property, { numRuns: count, seed, endOnFailure: true });
		if (found.counterexamplePath === null) return;
		const limits = { interruptAfterTimeLimit: SHRINK_MS, markInterruptAsFailure: true };
		const shortest = await fc.check(property, { seed, path: found.counterexamplePath, ...limits });
		throw new Error(fc.defaultReportMessage(shortest.counterexample === null ? found : shortest));
	}

	try {
		await play(BLOCK - 1, histories({ length: 200, hours: 5 }));
		await play(1, histories({ length: 200, hours: 150 }));
		const problems = await checkBooks(database.owner);
		return { ...played, failure: problems.length > 0 && `books: ${JSON.stringify(problems)}` };
	} catch (error) {
		return { ...played, failure: error instanceof Error ? error.message : String(error) };
	} finally {
		await database.drop();
	}
}
