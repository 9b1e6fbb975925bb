import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wallEntries } from './postback-mix.ts';

/** Of a product that books the mix of postbacks. @param dataDir receives the walls. */
export async function productSettings(dataDir: string): Promise<Record<string, string>> {
	const offerwallsFile = join(dataDir, 'offerwalls.json');
	await writeFile(offerwallsFile, JSON.stringify(wallEntries));
	return {
		DATA_DIR: dataDir,
		OFFERWALLS_FILE: offerwallsFile,
		// Nothing is paid out here.
		RBXCRATE_URL: 'http://127.0.0.1:9',
		RBXCRATE_API_KEY: 'unused',
	};
}
