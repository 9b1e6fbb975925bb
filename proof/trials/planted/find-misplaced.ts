import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ruleFiles } from '../mutations/rules.ts';
import { plant } from './bug.ts';
import { bugs } from './bugs.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Planted bugs and mutated rules that have fallen behind the sources, in words. */
export async function findMisplaced(): Promise<string[]> {
	const names = new Set<string>();
	const misplaced: string[] = [];
	for (const bug of bugs) {
		const { name, file, tests } = bug;
		if (names.has(name)) misplaced.push(`"${name}": another bug has this name`);
		names.add(name);
		const source = await readFile(join(ROOT, file), 'utf8').catch(() => undefined);
		if (source === undefined) misplaced.push(`"${name}": there is no ${file}`);
		else misplaced.push(...problemIn(source, bug));
		for (const test of tests) {
			await readFile(join(ROOT, test)).catch(() => misplaced.push(`"${name}": there is no ${test}`));
		}
	}
	for (const name of ruleFiles.flatMap(({ file, tests }) => [file, ...tests])) {
		await readFile(join(ROOT, name)).catch(() => misplaced.push(`mutations: there is no ${name}`));
	}
	return misplaced;
}

function problemIn(source: string, bug: Parameters<typeof plant>[1] & { file: string }): string[] {
	try {
		return plant(source, bug) === source ? [`"${bug.name}": changes nothing in ${bug.file}`] : [];
	} catch (error) {
		return [`${bug.file}: ${(error as Error).message}`];
	}
}
