import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Beside PATH: where packages put what is in root's PATH alone. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/sbin'];

export async function findProgram(name: string, folders: readonly string[] = []): Promise<string | undefined> {
	for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...FOLDERS, ...folders]) {
		const path = join(folder, name);
		const isThere = await access(path, constants.X_OK).then(
			() => true,
			() => false,
		);
		if (isThere) return path;
	}
	return undefined;
}
