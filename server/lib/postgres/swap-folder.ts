import { rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncPath } from '../folders.ts';

const nextOf = (folder: string) => `${folder}.next`;

/** @param next the new folder, on the same disk and already synced. */
export async function swapFolder(folder: string, next: string, oldFolder: string): Promise<void> {
	await rename(next, nextOf(folder));
	await syncPath(dirname(folder));
	try {
		await rename(folder, oldFolder);
		await rename(nextOf(folder), folder).catch(async (error) => {
			await rename(oldFolder, folder);
			throw error;
		});
	} catch (error) {
		await finishSwap(folder);
		throw error;
	}
	await syncPath(dirname(folder));
}

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
