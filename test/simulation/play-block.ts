import fc from 'fast-check';
import { type History, histories } from '../histories/operations.ts';
import { playHistory } from '../histories/play.ts';
import { createMemorySite } from '../memory-store/memory-site.ts';
import { BLOCK, MONTHS_IN_BLOCK } from './block.ts';

export type PlayedBlock = { seed: number; histories: number; operations: number; failure?: string };

/** Looking for the shortest history that still fails may take so long. */
const SHRINK_MS = 120_000;

/** Plays the histories of a seed: nearly all of hours, some of months. It ends with the first that cannot be explained. */
export async function playBlock(seed: number): Promise<PlayedBlock> {
	const hours = await play(seed, BLOCK - MONTHS_IN_BLOCK, histories({ length: 200, hours: 5 }));
	if (hours.failure) return hours;
	const months = await play(seed, MONTHS_IN_BLOCK, histories({ length: 200, hours: 150 }));
	return {
		...months,
		histories: hours.histories + months.histories,
		operations: hours.operations + months.operations,
	};
}

async function play(seed: number, count: number, arbitrary: fc.Arbitrary<History>): Promise<PlayedBlock> {
	const played = { seed, histories: 0, operations: 0 };
	const property = fc.asyncProperty(arbitrary, async (history) => {
		await playHistory(createMemorySite(history.seed), history);
		played.histories += 1;
		played.operations += history.groups.flat().length;
	});
	const limits = { interruptAfterTimeLimit: SHRINK_MS, markInterruptAsFailure: true };
	const result = await fc.check(property, { numRuns: count, seed, ...limits });
	if (!result.failed) return played;
	const [shortest] = result.counterexample ?? [];
	const why = result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance);
	const where = `history ${result.numRuns} of its seed, made shorter ${result.numShrinks} times`;
	// What went wrong comes last: the end of what is printed is what everybody sees.
	return { ...played, failure: `the shortest history that fails:\n${JSON.stringify(shortest)}\n${where}\n${why}` };
}
