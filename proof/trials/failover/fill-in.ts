import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const DEPLOY = join(import.meta.dirname, '../../../deploy');
const BLANK = /\$\{(\w+)\}/g;

/** Fills in a file of `deploy/` like an operator, so that trials test the shipped file. */
export async function filledIn(file: string, values: Readonly<Record<string, string>>): Promise<string> {
	const text = await readFile(join(DEPLOY, file), 'utf8');
	return text.replace(BLANK, (_, name: string) => {
		const value = values[name];
		if (value === undefined) throw new Error(`nothing to fill in for ${name}`);
		return value;
	});
}
