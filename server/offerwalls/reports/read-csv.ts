import { CsvError, parse } from 'csv-parse/sync';
import type { DateForm } from '../../../contract/offerwalls/reconciliation.ts';
import { type PartnerReport, ReportUnreadable, type Span } from './report.ts';
import { addUp, type ReportRow } from './reported-days.ts';

const ROWS_MAX = 50_000;
const RECORD_CHARACTERS_MAX = 20_000;

export type CsvMapping = {
	columns: { date: string; usd: string };
	dateForm: DateForm;
	decimal: '.' | ',';
};

type Line = { record: string[]; info: { lines: number } };

/** Accepts comma, semicolon or tab, and RFC 4180 quotes. Skips totals. */
export function readCsv(text: string, { columns, dateForm, decimal }: CsvMapping, span: Span): PartnerReport {
	const [head, ...lines] = linesOf(text);
	if (!head) throw new ReportUnreadable('the file is empty');
	if (lines.length === 0) throw new ReportUnreadable('the file has no rows below the header');
	const [dateAt, usdAt] = [positionOf(head.record, columns.date), positionOf(head.record, columns.usd)];
	const rows = lines.flatMap(({ record, info: { lines: line } }): ReportRow[] => {
		const date = record[dateAt] ?? '';
		if (date === '' || /^(grand )?total\b/i.test(date)) return [];
		const day = dayIn(date, dateForm);
		if (!day) throw new ReportUnreadable(`line ${line}: ${quoted(date)} is not a ${dateForm} date`);
		if (day < span.from || day > span.to) {
			throw new ReportUnreadable(`line ${line}: ${day} is not between ${span.from} and ${span.to}`);
		}
		const usd = dollarsIn(record[usdAt] ?? '', decimal);
		if (usd === undefined) throw new ReportUnreadable(`line ${line}: ${quoted(record[usdAt] ?? '')} is not an amount`);
		return [{ day, usd }];
	});
	if (rows.length === 0) throw new ReportUnreadable('the file has no row with a date');
	return addUp(rows, span);
}

function linesOf(text: string): Line[] {
	try {
		const lines = parse(text, {
			bom: true,
			delimiter: delimiterOf(text),
			info: true,
			trim: true,
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

function delimiterOf(text: string): string {
	const [names = ''] = text.split(/\r?\n/, 1);
	const counted = [',', ';', '\t'].map((mark) => ({ mark, count: names.split(mark).length }));
	return counted.toSorted((a, b) => b.count - a.count)[0]?.mark ?? ',';
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
	'YYYY-MM-DD': /^(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})/,
	'MM/DD/YYYY': /^(?<m>\d{1,2})\/(?<d>\d{1,2})\/(?<y>\d{4})/,
	'DD/MM/YYYY': /^(?<d>\d{1,2})\/(?<m>\d{1,2})\/(?<y>\d{4})/,
	'MM-DD-YYYY': /^(?<m>\d{1,2})-(?<d>\d{1,2})-(?<y>\d{4})/,
	'DD.MM.YYYY': /^(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})/,
};

/** @returns undefined for an invalid date. A time after the date is ignored. */
function dayIn(text: string, form: DateForm): string | undefined {
	const match = forms[form].exec(text);
	const rest = match ? text.slice(match[0].length) : 'x';
	if (!/^([T ,].*)?$/.test(rest)) return undefined;
	const { y = '', m = '', d = '' } = match?.groups ?? {};
	const day = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
	const time = Date.parse(`${day}T00:00:00Z`);
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined;
}

/** Amounts in brackets are negative. @returns undefined if the amount is invalid. */
function dollarsIn(text: string, decimal: '.' | ','): number | undefined {
	const plain = text.replace(/[$\s\u00a0]|USD/g, '');
	const [, bracketed] = /^\((.*)\)$/.exec(plain) ?? [];
	const group = decimal === '.' ? ',' : '\\.';
	const form = new RegExp(`^-?(\\d{1,12}|\\d{1,3}(${group}\\d{3})+)(\\${decimal}\\d{1,12})?$`);
	const amount = bracketed ?? plain;
	if (!form.test(amount)) return undefined;
	const value = Number(amount.replaceAll(decimal === '.' ? ',' : '.', '').replace(',', '.'));
	return bracketed === undefined ? value : -value;
}

function quoted(text: string): string {
	return `"${text.slice(0, 40)}"`;
}
