export type Finding = {
	what: string;
	budget: string;
	measured: string;
	/** Ratio to the budget; above 1 is better. Absent without a budget. */
	ratio?: number;
};

export function shown(what: string, measured: string): Finding {
	return { what, budget: '', measured };
}

export function atMost(what: string, unit: string, measured: number, limit: number | undefined, more = ''): Finding {
	const found = shown(what, `${measured} ${unit}${more}`);
	return limit ? { ...found, budget: `${limit} ${unit}`, ratio: limit / measured } : found;
}

export function formatReport(findings: readonly Finding[]): string {
	const rows = findings.map(({ what, budget, measured, ratio }) => [
		what,
		budget,
		measured,
		ratio === undefined ? '' : ratio.toFixed(2),
		ratio === undefined ? '' : outcome(ratio),
	]);
	return formatTable(['', 'budget', 'measured', 'ratio', ''], rows);
}

export function formatTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
	const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
	const line = (cells: readonly string[]) =>
		cells
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join('  ')
			.trimEnd();
	return [line(titles), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

function outcome(ratio: number): string {
	return ratio >= 1 ? 'met' : `missed by ${Math.ceil((1 - ratio) * 100)} %`;
}

export function perSecond(rate: number): string {
	return `${Math.round(rate).toLocaleString('en')}/s`;
}
