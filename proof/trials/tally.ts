import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../build/proof');

export type Tally = Record<string, number>;

/** Adds a run to all earlier ones on this machine, so that hours can be done in parts. @returns the sum. */
export async function addToTally(name: string, done: Tally): Promise<Tally> {
	const sum = await readRecord<Tally>(name, {});
	for (const [what, count] of Object.entries(done)) sum[what] = (sum[what] ?? 0) + count;
	await writeRecord(name, sum);
	return sum;
}

export async function readRecord<Kept>(name: string, otherwise: Kept): Promise<Kept> {
	try {
		return JSON.parse(await readFile(fileOf(name), 'utf8'));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
		throw error;
	}
}

export async function writeRecord(name: string, kept: unknown): Promise<void> {
	await mkdir(FOLDER, { recursive: true });
	await writeFile(fileOf(name), `${JSON.stringify(kept, undefined, '\t')}\n`);
}

function fileOf(name: string): string {
	return join(FOLDER, `${name}.json`);
}
