import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { addToTally } from './tally.ts';

const ROOT = join(import.meta.dirname, '../..');

export type LongRun = {
	name: string;
	file: string;
	variable: string;
	count: number;
	seed: number;
};

/** Runs a test of the gate with as many cases as are wanted. @returns whether it passed. */
export async function runLong({ name, file, variable, count, seed }: LongRun): Promise<boolean> {
	const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', file], {
		cwd: ROOT,
		env: { ...process.env, [variable]: String(count), LOOTPASS_SEED: String(seed) },
		stdio: 'inherit',
	});
	const [code] = await once(child, 'exit');
	const total = await addToTally(name, { cases: code === 0 ? count : 0, runs: 1, failures: code === 0 ? 0 : 1 });
	console.log(`of all runs: ${JSON.stringify(total)}`);
	return code === 0;
}
