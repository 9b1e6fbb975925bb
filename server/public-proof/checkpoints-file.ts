import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { StartProblem } from '../lib/start-problem.ts';
import { type Checkpoint, checkpointSchema } from './checkpoint.ts';

const file = z.union([
	z.object({ items: z.array(checkpointSchema) }).transform(({ items }) => items),
	z.array(checkpointSchema),
	checkpointSchema.transform((one) => [one]),
]);

export async function readCheckpointsFile(path: string): Promise<[Checkpoint, ...Checkpoint[]]> {
	try {
		const [first, ...others] = file.parse(JSON.parse(await readFile(path, 'utf8'))).sort((a, b) => a.n - b.n);
		if (!first) throw new Error('the file is empty');
		return [first, ...others];
	} catch (cause) {
		throw new StartProblem(`${path} doesn't contain a response of /proof/checkpoints.`, { cause });
	}
}
