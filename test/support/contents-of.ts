import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Of } from '../../server/lib/sealed-json.ts';

export async function contentsOf(folder: string): Promise<Record<string, string>> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
	const found: Record<string, string> = {};
	for (const file of files.sort()) found[file.slice(folder.length)] = await sha256Of(createReadStream(file));
	return found;
}
