import { formatTable } from './format-table.ts';

export type Finding = {
	what: string;
	budget: string;
	measured: string;
	/** Measured as a multiple of the budget's floor or limit, above 1 being better. Absent: shown for comparison. */
	ratio?: number;
};

const columns = ['', 'budget', 'measured', 'ratio', ''] as const;

export function formatReport(findings: readonly Finding[]): string {
	const rows = findings.map(({ what, budget, measured, ratio }) => [
		what,
		budget,
		measured,
		ratio === undefined ? '' : ratio.toFixed(2),
		ratio === undefined ? '' : outcome(ratio),
	]);
	return formatTable(columns, rows);
}

function outcome(ratio: number): string {
	return ratio >= 1 ? 'met' : `missed by ${Math.ceil((1 - ratio) * 100)} %`;
}

export function perSecond(rate: number): string {
	return `${Math.round(rate).toLocaleString('en')}/s`;
}
