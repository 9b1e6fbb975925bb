import { runNode } from '../run-node.ts';
import { addToTally } from './tally.ts';

export type LongRun = {
	name: string;
	file: string;
	variable: string;
	count: number;
	seed: number;
	/** How many cases share one database, where what is kept of them would make it slow. */
	block?: number;
};

/** Runs a test of the gate with as many cases as are wanted; each block counts when it is played. @returns whether it passed. */
export async function runLong({ name, file, variable, count, seed, block = count }: LongRun): Promise<boolean> {
	for (let done = 0; done < count; done += block) {
		const cases = Math.min(block, count - done);
		const env = { [variable]: String(cases), LOOTPASS_SEED: String(seed + done) };
		const passed = await runNode(['node_modules/vitest/vitest.mjs', 'run', file], env);
		const total = await addToTally(name, { cases: passed ? cases : 0, runs: 1, failures: passed ? 0 : 1 });
		console.log(`of all runs: ${JSON.stringify(total)}`);
		if (!passed) return false;
	}
	return true;
}
