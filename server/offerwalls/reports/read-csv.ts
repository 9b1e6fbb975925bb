import { CsvError, parse } from 'csv-parse/sync';
import type { DateForm } from '../../../contract/offerwalls/reconciliation.ts';
import { addUp, type PartnerReport, type ReportRow, ReportUnreadable, type Span } from './report.ts';

const ROWS_MAX = 50_000;
const RECORD_CHARACTERS_MAX = 20_000;

export type CsvMapping = {
	columns: { date: string; usd: string };
	dateForm: DateForm;
	decimal: '.' | ',';
	/** Confirms that `1.234` is less than two dollars. */
	hasThreeDecimals?: boolean;
};

type Line = { record: string[]; info: { lines: number } };

/** Accepts comma, semicolon, tab or bar, and RFC 4180 quotes. Skips totals, and lines before the header. */
export function readCsv(file: string, mapping: CsvMapping, span: Span): PartnerReport & { skipped: number } {
	const { columns, dateForm, decimal } = mapping;
	const { head, lines, preamble } = partsOf(file, columns);
	const [dateAt, usdAt] = [positionOf(head.record, columns.date), positionOf(head.record, columns.usd)];
	refuseThousands(lines, usdAt, mapping);
	const rows = lines.flatMap(({ record, info: { lines: line } }): ReportRow[] => {
		const date = record[dateAt] ?? '';
		const day = dayIn(date, dateForm);
		// Offers have names such as "Total Battle".
		const totals = day ? ONLY_TOTALS : TOTALS;
		if (date === '' || totals.test(record.find((cell) => cell !== '') ?? '')) return [];
		if (record.length < head.record.length)
			throw new ReportUnreadable(`Invalid Record Length: line ${line} is cut off`);
		// An unquoted 1,234.50 would be read as 1.
		if (record.slice(head.record.length).some((cell) => cell !== ''))
			throw new ReportUnreadable(`Invalid Record Length: line ${line} has more cells than the header`);
		if (!day) throw new ReportUnreadable(`line ${line}: ${quoted(date)} is not a ${dateForm} date`);
		if (day < span.from || day > span.to) {
			throw new ReportUnreadable(`line ${line}: ${day} is not between ${span.from} and ${span.to}`);
		}
		const usd = dollarsIn(record[usdAt] ?? '', decimal);
		if (usd === undefined) throw new ReportUnreadable(`line ${line}: ${quoted(record[usdAt] ?? '')} is not an amount`);
		return [{ day, usd }];
	});
	if (rows.length === 0) throw new ReportUnreadable('the file has no row with a date');
	return { ...addUp(rows, span), skipped: preamble + lines.length - rows.length };
}

const TOTAL = '^(?:(?:grand |sub-?)?totals?|gesamt|summe|sum)';
const TOTALS = new RegExp(`${TOTAL}\\b`, 'i');
const ONLY_TOTALS = new RegExp(`${TOTAL}\\W*$`, 'i');

/** First bytes of .xlsx and .xls files, decoded as UTF-8. */
const WORKBOOKS = ['PK\u0003\u0004', '\ufffd\ufffd\u0011\u0871\u001a'];

function partsOf(file: string, { date, usd }: CsvMapping['columns']) {
	if (WORKBOOKS.some((start) => file.startsWith(start)))
		throw new ReportUnreadable('this is an Excel workbook: export it as CSV');
	// UTF-16 text decoded as UTF-8 has a NUL next to each letter.
	const [, named, text = ''] =
		/^\ufeff?(?:sep=(.)\r?\n)?(.*)$/is.exec(file.replaceAll('\0', '').replace(/^\ufffd{2}/, '')) ?? [];
	const has = ({ record }: Line, wanted: string) =>
		record.some((name) => name.toLowerCase() === wanted.trim().toLowerCase());
	for (const mark of named ? [named] : delimitersOf(text)) {
		const lines = linesOf(text, mark);
		const at = lines.findIndex((line) => has(line, date) && has(line, usd));
		if (at >= 0 && at === lines.length - 1) throw new ReportUnreadable('the file has no rows below the header');
		if (at >= 0) return { head: lines[at] as Line, lines: lines.slice(at + 1), preamble: at };
	}
	const [head, ...lines] = linesOf(text, named ?? delimitersOf(text)[0] ?? ',');
	if (!head) throw new ReportUnreadable('the file is empty');
	return { head, lines, preamble: 0 };
}

/** Throws if all amounts look like `1.234`, which may be a thousand in a report with decimal commas. */
function refuseThousands(lines: readonly Line[], usdAt: number, { decimal, hasThreeDecimals }: CsvMapping): void {
	const amounts = lines
		.map(({ record }) => plainOf(record[usdAt] ?? '').replace(/[()+-]/g, ''))
		.filter((text) => text !== '');
	const form = decimal === '.' ? /^\d{1,3}\.\d{3}$/ : /^\d{1,3},\d{3}$/;
	if (hasThreeDecimals || amounts.length === 0 || !amounts.every((amount) => form.test(amount))) return;
	throw new ReportUnreadable(
		`all amounts have exactly three decimals, such as ${amounts[0]}. Choose the other decimal separator if these are thousands, or confirm three decimals`,
	);
}

function linesOf(text: string, delimiter: string): Line[] {
	try {
		const lines = parse(text, {
			delimiter,
			relax_column_count: true,
			info: true,
			trim: true,
			relax_quotes: true,
			// Excel's way to write a text: ="2026-03-01"
			cast: (cell) => cell.replace(/^="(.*)"$/, '$1'),
			skip_empty_lines: true,
			max_record_size: RECORD_CHARACTERS_MAX,
			to: ROWS_MAX + 2,
		}) as unknown as Line[];
		if (lines.length > ROWS_MAX + 1) throw new ReportUnreadable(`the file has more than ${ROWS_MAX} lines`);
		return lines;
	} catch (error) {
		if (error instanceof CsvError) throw new ReportUnreadable(error.message.slice(0, 200));
		throw error;
	}
}

/** Returns the delimiters, most frequent in the first line first. */
function delimitersOf(text: string): string[] {
	const [names = ''] = text.split(/\r?\n/, 1);
	const counted = [',', ';', '\t', '|'].map((mark) => ({ mark, count: names.split(mark).length }));
	return counted.toSorted((a, b) => b.count - a.count).map(({ mark }) => mark);
}

function positionOf(names: readonly string[], wanted: string): number {
	const found = names.flatMap((name, n) => (name.toLowerCase() === wanted.trim().toLowerCase() ? [n] : []));
	const [position] = found;
	if (position === undefined) {
		throw new ReportUnreadable(`no column ${quoted(wanted)}; found ${names.map(quoted).join(', ')}`.slice(0, 300));
	}
	if (found.length > 1) throw new ReportUnreadable(`several columns are named ${quoted(wanted)}`);
	return position;
}

const forms: Record<DateForm, RegExp> = {
	'YYYY-MM-DD': /^(?<y>\d{4})([-/])(?<m>\d{1,2})\2(?<d>\d{1,2})/,
	'MM/DD/YYYY': /^(?<m>\d{1,2})\/(?<d>\d{1,2})\/(?<y>\d{4})/,
	'DD/MM/YYYY': /^(?<d>\d{1,2})\/(?<m>\d{1,2})\/(?<y>\d{4})/,
	'MM-DD-YYYY': /^(?<m>\d{1,2})-(?<d>\d{1,2})-(?<y>\d{4})/,
	'DD.MM.YYYY': /^(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})/,
};

function dayIn(text: string, form: DateForm): string | undefined {
	const match = forms[form].exec(text);
	const rest = match ? text.slice(match[0].length) : 'x';
	if (!/^([T ,].*)?$/.test(rest)) return undefined;
	const { y = '', m = '', d = '' } = match?.groups ?? {};
	const day = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
	const time = Date.parse(`${day}T00:00:00Z`);
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined;
}

const plainOf = (text: string) => text.replace(/(?:US)?\$|USD|\s/gi, '').replace('\u2212', '-');

/** Amounts in brackets are negative. */
function dollarsIn(text: string, decimal: '.' | ','): number | undefined {
	const [, bracketed] = /^\((.*)\)$/.exec(plainOf(text)) ?? [];
	const group = decimal === '.' ? ',' : '\\.';
	const form = new RegExp(
		`^[-+]?(?=\\W?\\d)(\\d{0,12}|\\d{1,3}(${group}\\d{3})+)(\\${decimal}\\d{0,12})?(e-\\d{1,2})?$`,
		'i',
	);
	const amount = bracketed ?? plainOf(text);
	if (!form.test(amount)) return undefined;
	const value = Number(amount.replaceAll(decimal === '.' ? ',' : '.', '').replace(',', '.'));
	return bracketed === undefined ? value : -value;
}

const quoted = (text: string): string => `"${text.slice(0, 40)}"`;
