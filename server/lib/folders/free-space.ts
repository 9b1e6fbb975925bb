import { statfs } from 'node:fs/promises';

/** Returns the free bytes on the disk of `dataDir`, or of the working directory if it does not exist. */
export async function freeBytes({ dataDir }: { dataDir: string }): Promise<number> {
	const { bavail, bsize } = await statfs(dataDir).catch(() => statfs('.'));
	return bavail * bsize;
}
