import { statfs } from 'node:fs/promises';

/** Uses the disk of the working directory if `dataDir` does not exist. */
export async function freeBytes({ dataDir }: { dataDir: string }): Promise<number> {
	const { bavail, bsize } = await statfs(dataDir).catch(() => statfs('.'));
	return bavail * bsize;
}
