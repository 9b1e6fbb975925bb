import { formatTable } from '../lib/format-table.ts';

export type PageResult = {
	path: string;
	budget: readonly number[];
	scores: readonly number[];
	paintMs: number;
	blockedMs: number;
	shift: number;
	bytes: number;
	/** What counts for the page budgets, gzipped. */
	scriptAndStyle: number;
	shortcomings: readonly string[];
};

const titles = ['', 'scores', 'budget', '', 'LCP', 'TBT', 'CLS', 'script, style', 'all sent', 'not in full'];

export function formatPages(results: readonly PageResult[]): string {
	const rows = results.map((page) => [
		page.path,
		page.scores.join('/'),
		page.budget.join('/'),
		page.scores.every((score, index) => score >= (page.budget[index] ?? 0)) ? 'met' : 'MISSED',
		`${(page.paintMs / 1000).toFixed(2)} s`,
		`${Math.round(page.blockedMs)} ms`,
		page.shift.toFixed(3),
		kilobytes(page.scriptAndStyle),
		kilobytes(page.bytes),
		page.shortcomings.join(' '),
	]);
	return formatTable(titles, rows);
}

function kilobytes(bytes: number): string {
	return `${(bytes / 1000).toFixed(1)} kB`;
}
