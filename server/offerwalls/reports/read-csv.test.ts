import fc from 'fast-check';
import { type CsvMapping, readCsv } from './read-csv.ts';

const span = { from: '2026-03-01', to: '2026-03-03' };
const mapping: CsvMapping = { columns: { date: 'Date', usd: 'Payout' }, dateForm: 'YYYY-MM-DD', decimal: '.' };
const read = (csv: string, other: Partial<CsvMapping> = {}) => readCsv(csv, { ...mapping, ...other }, span);
const usdOf = (csv: string, other: Partial<CsvMapping> = {}) =>
	read(csv, other).days.map(({ micros }) => micros / 1_000_000);

test('rows of a day are summed, days without rows are 0, and total rows are skipped', () => {
	const csv =
		'Date,Offer,Payout\n2026-03-01,A,1.25\n2026-03-03 23:59:59,"B, ""the"" second\nline",$2\n2026-03-01,C,-0.25\nTotal,,3.00\n,,3';
	expect(usdOf(csv)).toEqual([1, 0, 2]);
	expect(read(csv).rows).toBe(3);
});

test.each([
	['nothing', '', 'the file is empty'],
	['only a header', 'Date,Payout\n', 'the file has no rows below the header'],
	['a missing column', 'Day,Payout\n2026-03-01,1', 'no column "Date"; found "Day", "Payout"'],
	['a column twice', 'Date,Payout,payout\n2026-03-01,1,2', 'several columns are named "Payout"'],
	['another date format', 'Date,Payout\n01/03/2026,1', 'line 2: "01/03/2026" is not a YYYY-MM-DD date'],
	['an impossible date', 'Date,Payout\n2026-02-30,1', 'line 2: "2026-02-30" is not a YYYY-MM-DD date'],
	['a date outside the range', 'Date,Payout\n2026-03-01,1\n2026-03-04,1', 'line 3: 2026-03-04 is not between'],
	['an invalid amount', 'Date,Payout\n2026-03-01,1.2.3', 'line 2: "1.2.3" is not an amount'],
	['another decimal separator', 'Date,Payout\n2026-03-01,"1,25"', 'line 2: "1,25" is not an amount'],
	['an implausible amount', 'Date,Payout\n2026-03-01,999999999999', 'invalid amount on 2026-03-01'],
	['a truncated line', 'Date,Payout\n2026-03-01', 'Invalid Record Length'],
	['unquoted thousands', 'Date,Payout,Note\n2026-03-01,1,234.50,x', 'line 2 has more cells than the header'],
	['an open quote', 'Date,Payout\n2026-03-01,"1', 'Quote Not Closed'],
	['only totals', 'Date,Payout\nTotal,3', 'the file has no row with a date'],
	['too many lines', `Date,Payout\n${'2026-03-01,1\n'.repeat(50_001)}`, 'the file has more than 50000 lines'],
	['an Excel workbook', 'PK\u0003\u0004x', 'this is an Excel workbook: export it as CSV'],
	['an old Excel workbook', '\ufffd\ufffd\u0011\u0871\u001a\ufffd', 'this is an Excel workbook: export it as CSV'],
	['an amount of a lone sign', 'Date,Payout\n2026-03-01,-.', 'line 2: "-." is not an amount'],
	['thousands', 'Date,Payout\n2026-03-01,1.234\n2026-03-01,+2.500', 'all amounts have exactly three decimals'],
	['an endless cell', `Date,Payout\n2026-03-01,${'1'.repeat(30_000)}`, 'Max Record Size'],
])('a CSV file with %s is rejected with the reason', (_, csv, expected) => expect(() => read(csv)).toThrow(expected));

test('the content of unused cells does not change the amounts', () => {
	const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r\n', '\t', ' ', '=', 'ü') });
	const amounts = fc.array(
		fc.tuple(cell, fc.integer({ min: -100_000, max: 100_000 }), fc.constantFrom(...['01', '02', '03'])),
		{ minLength: 1, maxLength: 20 },
	);
	fc.assert(
		fc.property(amounts, (rows) => {
			const lines = rows.map(
				([text, cents, day]) => `2026-03-${day},"${text.replaceAll('"', '""')}",${(cents / 100).toFixed(2)}`,
			);
			const expected = ['01', '02', '03'].map((day) =>
				rows.reduce((sum, [, cents, of]) => sum + (of === day ? cents : 0), 0),
			);
			const reported = read(['Date,Offer,Payout', ...lines].join('\n'));
			expect(reported.days.map(({ micros }) => micros / 10_000)).toEqual(expected.map((cents) => cents || 0));
		}),
	);
});

const utf16 = '\ufffd\ufffdD\0a\0t\0e\0\t\0P\0a\0y\0o\0u\0t\0\n\x002026-03-01\t1.5';
const inGerman = { dateForm: 'DD.MM.YYYY', decimal: ',' } as const;
const thousands = 'Date,Payout\n2026-03-01,1.234\n2026-03-01,2.500';
const preamble = 'Revenue report\nFrom 2026-03-01, to 2026-03-03\n\nDate;Payout\n2026-03-02;2.5';

test.each<[string, string, number[], Partial<CsvMapping>?, number?]>([
	['semicolons and decimal commas', 'Date;Payout\n01.03.2026;"1.234,50"', [1234.5, 0, 0], inGerman],
	['tabs and a BOM', '\ufeffDATE\tPayout\r\n3/2/2026\t(2.50)\r\n', [0, -2.5, 0], { dateForm: 'MM/DD/YYYY' }],
	['days before months', 'Payout,Date\n"$1,000.10",02/03/2026', [0, 1000.1, 0], { dateForm: 'DD/MM/YYYY' }],
	['a sep= line', 'sep=;\nDate;Payout;Note\n2026-03-01;1.25;a,b,c,d', [1.25, 0, 0]],
	['UTF-16 that was decoded as UTF-8', utf16, [1.5, 0, 0]],
	['short totals at the end', 'Date,Offer,Payout\n2026-03-01,A,1.25\nTotals,1.25', [1.25, 0, 0], {}, 1],
	[
		'an offer named Total',
		'Offer,Date,Payout\nTotal Battle,2026-03-01,1.25\nTotal:,2026-03-01,1.25\nTotal payout,,1.25',
		[1.25, 0, 0],
		{},
		2,
	],
	['short forms of amounts', 'Date,Payout\n2026-03-01,.50\n2026-03-02,+100.\n2026-03-03,5.0E-5', [0.5, 100, 0.00005]],
	['bars, slashes and signs', 'Date|Payout\n2026/03/01|US$1.50\n2026/03/02|\u2212$2', [1.5, -2, 0]],
	['texts as formulas', '="Date",Payout,\n="2026-03-01",="1.25",', [1.25, 0, 0]],
	['quotes in texts', 'Report "A"\nDate,Offer,Payout\n2026-03-01,5" "screen",1.25,', [1.25, 0, 0], {}, 1],
	['a preamble', preamble, [0, 2.5, 0], {}, 2],
	['confirmed decimals', thousands, [3.734, 0, 0], { hasThreeDecimals: true }],
	['three decimals among others', 'Date,Payout\n2026-03-01,1.234\n2026-03-01,2.5', [3.734, 0, 0]],
])('reads a file with %s, and counts what it skips', (_, csv, usd, other = {}, skipped = 0) => {
	expect(usdOf(csv, other)).toEqual(usd);
	expect(read(csv, other).skipped).toBe(skipped);
});
