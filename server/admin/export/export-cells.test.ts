import fc from 'fast-check';
import { sql } from 'kysely';
import { openTestDatabase } from '../../../test/support/database.ts';

const database = openTestDatabase();
const separators = { comma: ',', semicolon: ';', tab: '\t', bar: '|' };
const FORMULA = /^[ \u00a0]*[=+@＝＋＠－-]/;

async function fileOf(texts: readonly string[]): Promise<string> {
	const { rows } = await sql<{ line: string }>`
		select '7,' || csv_cell(first) || ',' || csv_cell(second) as line
		from unnest(${[...texts]}::text[], ${texts.toReversed()}::text[]) with ordinality as t (first, second, n) order by n
	`.execute(database.app);
	return rows.map(({ line }) => `${line}\r\n`).join('');
}

function readWith(separator: string, file: string): string[][] {
	const rows: string[][] = [];
	let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false];
	for (let at = 0; at < file.length; at += 1) {
		const letter = file[at] as string;
		if (isQuoted) {
			if (letter !== '"') cell += letter;
			else if (file[at + 1] === '"') cell += file[++at];
			else isQuoted = false;
		} else if (letter === '"' && cell === '') isQuoted = true;
		else if (letter === separator) [row, cell] = [[...row, cell], ''];
		else if (letter === '\n' || letter === '\r') {
			if (letter === '\r' && file[at + 1] === '\n') at += 1;
			rows.push([...row, cell]);
			[row, cell] = [[], ''];
		} else cell += letter;
	}
	return rows;
}

describe.each(Object.entries(separators))('a CSV read with a %s between the cells', (_, separator) => {
	test('contains no formula for any random texts', async () => {
		const texts = fc.array(fc.string({ unit: fc.constantFrom(...'=+-@＝;,|\t\r\n" \'a1') }), { minLength: 1 });
		await fc.assert(
			fc.asyncProperty(texts, async (stored) => {
				const cells = readWith(separator, await fileOf(stored)).flat();
				expect(cells.filter((cell) => FORMULA.test(cell))).toEqual([]);
			}),
		);
	});
});

test('an RFC 4180 reader gets every text back, except for the apostrophe before a formula', async () => {
	const texts = ['', 'plain', 'a, b', 'say "hi"', 'two\r\nlines', 'a;b|c\td', "it's;=1", '\tx'];
	const rows = readWith(',', await fileOf(texts));
	const reversed = texts.toReversed();
	expect(rows.map((cells) => cells.map((cell) => cell.replaceAll("'", '')))).toEqual(
		texts.map((text, n) => ['7', text.replaceAll("'", ''), (reversed[n] ?? '').replaceAll("'", '')]),
	);
	expect(rows.map(([, cell]) => cell).slice(0, 6)).toEqual(texts.slice(0, 6));
});
