import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { sha256Of } from '../../server/lib/sealed-json.ts';

/** Returns a new folder, which is deleted after the tests of the file. Its name must not look like a test server's. */
export function testFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'lootpass-files-'));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

export async function contentsOf(folder: string): Promise<Record<string, string>> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
	const found: Record<string, string> = {};
	for (const file of files.sort()) found[file.slice(folder.length)] = await sha256Of(createReadStream(file));
	return found;
}
