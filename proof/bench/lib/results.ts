import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';

export type BenchOptions = {
	seconds: number;
	/** Number of credits or withdrawals to insert before measuring. */
	filled: number;
	/** Parts to measure; empty means all. */
	only: readonly string[];
};

export const RESULTS_FOLDER = join(import.meta.dirname, '../../../build/bench');

export async function writeResult(file: string, figures: object) {
	const machine = { cores: availableParallelism(), cpu: cpus()[0]?.model, node: process.version };
	const result = { at: new Date().toISOString(), machine, ...figures };
	await mkdir(RESULTS_FOLDER, { recursive: true });
	await writeFile(join(RESULTS_FOLDER, file), `${JSON.stringify(result, null, '\t')}\n`);
	return machine;
}
