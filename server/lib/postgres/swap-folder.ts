import { rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncPath } from '../folders.ts';

const nextOf = (folder: string) => `${folder}.next`;

/**
 * Puts one folder in another's place and keeps that beside, by renaming. Cut off, it is finished by {@link finishSwap}; failed, it never was.
 * @param next on the same disk, and lasting. @param kept where the one that was there goes.
 */
export async function swapFolder(folder: string, next: string, kept: string): Promise<void> {
	await rename(next, nextOf(folder));
	await syncPath(dirname(folder));
	try {
		await rename(folder, kept);
		await rename(nextOf(folder), folder).catch(async (error) => {
			await rename(kept, folder);
			throw error;
		});
	} catch (error) {
		await finishSwap(folder);
		throw error;
	}
	await syncPath(dirname(folder));
}

/** Between its two renames there is no folder. One that is still there was never left. */
export async function finishSwap(folder: string): Promise<void> {
	if (!(await isThere(nextOf(folder)))) return;
	if (await isThere(folder)) await rm(nextOf(folder), { recursive: true, force: true });
	else await rename(nextOf(folder), folder);
}

function isThere(path: string): Promise<boolean> {
	return stat(path).then(
		() => true,
		() => false,
	);
}
