import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../build/proof');

export type Tally = Record<string, number>;

/**
 * Adds what one run did to what all earlier runs on this machine did, so that a proof of hours can be done in parts.
 * @returns the sum.
 */
export async function addToTally(name: string, done: Tally): Promise<Tally> {
	const file = join(FOLDER, `${name}.json`);
	const sum = await readTally(file);
	for (const [what, count] of Object.entries(done)) sum[what] = (sum[what] ?? 0) + count;
	await mkdir(FOLDER, { recursive: true });
	await writeFile(file, `${JSON.stringify(sum, undefined, '\t')}\n`);
	return sum;
}

async function readTally(file: string): Promise<Tally> {
	try {
		return JSON.parse(await readFile(file, 'utf8'));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
		throw error;
	}
}
