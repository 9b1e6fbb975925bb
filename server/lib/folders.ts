import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf, StartProblem } from './start-problem.ts';

/** Runs `fill` on an empty or new folder, and empties it if `fill` throws. */
export async function fillEmptyFolder<Result>(folder: string, fill: () => Promise<Result>): Promise<Result> {
	try {
		await mkdir(folder, { recursive: true, mode: 0o700 });
		const [name] = await readdir(folder);
		if (name !== undefined) throw new StartProblem(`${folder} isn't empty. Choose a new folder.`);
	} catch (cause) {
		if (cause instanceof StartProblem) throw cause;
		throw new StartProblem(`Couldn't use ${folder}: ${reasonOf(cause)}.`, { cause });
	}
	try {
		return await fill();
	} catch (error) {
		for (const name of await readdir(folder).catch(() => []))
			await rm(join(folder, name), { recursive: true, force: true });
		throw error;
	}
}

export async function syncPath(path: string): Promise<void> {
	const handle = await open(path, 'r');
	await handle.sync().finally(() => handle.close());
}
