import { runNode } from '../run-node.ts';
import { addToTally } from './tally.ts';

export type LongRun = {
	name: string;
	file: string;
	variable: string;
	count: number;
	seed: number;
};

/** Runs a test of the gate with as many cases as are wanted. @returns whether it passed. */
export async function runLong({ name, file, variable, count, seed }: LongRun): Promise<boolean> {
	const env = { [variable]: String(count), LOOTPASS_SEED: String(seed) };
	const passed = await runNode(['node_modules/vitest/vitest.mjs', 'run', file], env);
	const total = await addToTally(name, { cases: passed ? count : 0, runs: 1, failures: passed ? 0 : 1 });
	console.log(`of all runs: ${JSON.stringify(total)}`);
	return passed;
}
