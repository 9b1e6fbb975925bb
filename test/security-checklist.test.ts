import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const checklist = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

/** `file` "title", "another title of the same file". */
const REFERENCE = /`([\w./-]+\.(?:test|spec)\.(?:tsx?|mjs))`((?:,?(?: and)? "[^"]+")*)/g;
const references = [...checklist.matchAll(REFERENCE)].map(([, file = '', titles = '']) => ({
	file,
	titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
}));

describe('the security checklist', () => {
	test('answers every chapter of the standard', () => {
		const chapters = [...checklist.matchAll(/^## V(\d+) /gm)].map(([, chapter]) => Number(chapter));
		expect(chapters).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
	});

	test('names tests, each with its title', () => {
		expect(references.length).toBeGreaterThan(60);
		expect(references.filter(({ titles }) => titles.length === 0)).toEqual([]);
	});

	test.each([...new Set(references.map(({ file }) => file))])('%s has the tests that it names', (file) => {
		expect(existsSync(join(ROOT, file))).toBe(true);
		// A title may be quoted in the source with its apostrophes escaped.
		const source = readFileSync(join(ROOT, file), 'utf8').replaceAll("\\'", "'");
		const titles = references.filter((reference) => reference.file === file).flatMap((reference) => reference.titles);
		for (const title of titles) expect(source).toContain(title);
	});
});
