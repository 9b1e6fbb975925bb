import fc from 'fast-check';
import { checkBooks } from '../../server/books/check-books.ts';
import { cloneDatabase, type ServerUrls } from '../../test/support/cloned-database.ts';
import { type History, histories } from './operations.ts';
import { playHistory } from './play.ts';
import { createSite } from './site.ts';

/** Histories per block; the last one spans months. */
export const BLOCK = 10;

export type FakeBlock = { seed: number; histories: number; operations: number; failure?: string };

const CONNECTIONS = 12;
const DAY_MS = 86_400_000;
const SHRINK_MS = 120_000;

export async function playBlock(urls: ServerUrls, seed: number): Promise<FakeBlock> {
	const database = cloneDatabase(urls, CONNECTIONS);
	await database.create();
	const clock = { nowMs: Date.UTC(2027, 0, 1), now: () => clock.nowMs };
	const played: FakeBlock = { seed, histories: 0, operations: 0 };

	async function play(count: number, arbitrary: fc.Arbitrary<History>): Promise<void> {
		const property = fc.asyncProperty(arbitrary, async (history) => {
			// Keeps work due in one history out of the next.
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
		return problems.length === 0 ? played : { ...played, failure: `books: ${JSON.stringify(problems)}` };
	} catch (error) {
		return { ...played, failure: error instanceof Error ? error.message : String(error) };
	} finally {
		await database.drop();
	}
}
