import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const coverage = readFileSync(join(ROOT, 'docs/specification-coverage.md'), 'utf8');

/** A file, or a test file with the titles of its tests: `file` "title", "another title". */
const REFERENCE = /`([\w./-]+\.(?:tsx?|mjs|json))`((?:,? ?"(?:[^"\\]|\\")+")*)/g;

type Row = { section: string; line: string; builtIn: string; shownBy: string };

const rows = coverage.split(/^## /m).flatMap((part): Row[] => {
	const [section = '', ...lines] = part.split('\n');
	const cells = lines
		.filter((line) => line.startsWith('|'))
		.slice(2)
		.map((line) =>
			line
				.split('|')
				.slice(1, -1)
				.map((cell) => cell.trim()),
		);
	return cells.map(([line = '', builtIn = '', shownBy = '']) => ({ section, line, builtIn, shownBy }));
});

function referencesIn(cell: string) {
	return [...cell.matchAll(REFERENCE)].map(([, file = '', titles = '']) => ({
		file,
		titles: [...titles.matchAll(/"((?:[^"\\]|\\")+)"/g)].map(([, title = '']) => title.replaceAll('\\"', '"')),
	}));
}

describe('the coverage of the specification', () => {
	test('has every section, and in no row an empty cell', () => {
		const sections = [...new Set(rows.map(({ section }) => section))];
		expect(sections.slice(0, 9).map((section) => Number.parseInt(section, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
		expect(rows.length).toBeGreaterThan(140);
		const incomplete = rows.filter(({ line, builtIn, shownBy }) => [line, builtIn, shownBy].includes(''));
		expect(incomplete).toEqual([]);
		const unproven = rows.filter(({ shownBy }) => referencesIn(shownBy).every(({ titles }) => titles.length === 0));
		expect(unproven).toEqual([]);
		const isOpenQuestion = ({ section }: Row) => section.startsWith('What');
		expect(rows.filter((row) => !isOpenQuestion(row) && referencesIn(row.builtIn).length === 0)).toEqual([]);
	});

	test.each(rows)('$line', ({ builtIn, shownBy }) => {
		for (const { file, titles } of [...referencesIn(builtIn), ...referencesIn(shownBy)]) {
			expect(existsSync(join(ROOT, file)), file).toBe(true);
			// A title may be quoted in the source with its apostrophes escaped.
			const source = readFileSync(join(ROOT, file), 'utf8').replaceAll("\\'", "'");
			for (const title of titles) expect(source, file).toContain(title);
		}
	});
});
