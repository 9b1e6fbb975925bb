import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const DEPLOY = join(import.meta.dirname, '../../../deploy');
const BLANK = /\$\{(\w+)\}/g;

/** A file of `deploy/`, filled in as an operator does: so what is proven is what is handed out. */
export async function filledIn(file: string, values: Readonly<Record<string, string>>): Promise<string> {
	return fillIn(await readFile(join(DEPLOY, file), 'utf8'), values);
}

/** @throws Error when a blank has no value. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
	return text.replace(BLANK, (_, name: string) => {
		const value = values[name];
		if (value === undefined) throw new Error(`nothing to fill in for ${name}`);
		return value;
	});
}
