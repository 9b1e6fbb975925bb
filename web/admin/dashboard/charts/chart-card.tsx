import { type ReactNode, useId, useState } from 'react';
import { messageOf } from '../../../lib/calls/refusal.ts';
import { FigureLink } from '../../ui/values.tsx';
import { RetryNotice } from '../../use-admin-query.tsx';

const failed = (title: string) => `Couldn't load ${title.toLowerCase()}.`;

type Metrics = {
	head: readonly string[];
	rows: readonly (readonly string[])[];
	links?: readonly (readonly (string | undefined)[])[] | undefined;
};

type ChartCardProps = {
	title: string;
	lead?: string;
	table: Metrics | undefined;
	emptyText: string;
	error?: Error | null;
	onRetry?: () => Promise<unknown>;
	action?: ReactNode;
	children?: () => ReactNode;
};

export function ChartCard({ title, lead, table, emptyText, error, onRetry, action, children }: ChartCardProps) {
	const id = useId();
	// Tables are often shorter than charts.
	const room = children ? 'min-h-55' : 'min-h-36';
	return (
		<section
			aria-labelledby={id}
			aria-busy={!table && !error}
			className="chart min-w-0 rounded-card border border-line bg-card p-5 raised"
		>
			<div className="flex min-h-11 flex-wrap items-start justify-between gap-2">
				<div>
					<h2 id={id} className="font-bold tracking-tight">
						{title}
					</h2>
					{lead && <p className="text-sm text-soft">{lead}</p>}
				</div>
				{action}
			</div>
			<div className={`mt-3 ${room}`}>
				{error && !table ? (
					<RetryNotice error={messageOf(error, failed(title))} onRetry={onRetry} />
				) : table?.rows.length === 0 ? (
					<p className={`grid place-items-center text-center text-soft ${room}`}>{emptyText}</p>
				) : children ? (
					<div aria-hidden="true">{table && children()}</div>
				) : (
					table && <MetricsTable title={title} table={table} />
				)}
			</div>
			{children && (
				<div className="min-h-11">{table && table.rows.length > 0 && <FoldedTable title={title} table={table} />}</div>
			)}
		</section>
	);
}

type TableProps = { title: string; table: Metrics; isFolded?: boolean };

function FoldedTable(props: TableProps) {
	const [wasOpened, setWasOpened] = useState(false);
	return (
		<details onToggle={() => setWasOpened(true)}>
			<summary className="inline-flex min-h-11 items-center rounded-control text-sm font-semibold text-accent">
				View as table
			</summary>
			{wasOpened && <MetricsTable {...props} isFolded />}
		</details>
	);
}

function MetricsTable({ title, table: { head, rows, links = [] }, isFolded = false }: TableProps) {
	const height = isFolded ? 'max-h-80' : '';
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
		<section className={`overflow-auto ${height}`} tabIndex={0} aria-label={`${title}: View as table`}>
			<table className="w-full text-sm">
				<caption className="sr-only">{title}</caption>
				<thead className="text-soft">
					<tr>
						{head.map((cell) => (
							<th key={cell} scope="col" className="py-1.5 pe-3 text-end font-semibold first:text-start last:pe-0">
								{cell}
							</th>
						))}
					</tr>
				</thead>
				<tbody className="divide-y divide-line">
					{rows.map(([first = '', ...cells], n) => (
						<tr key={first}>
							<th scope="row" className="sticky start-0 bg-card py-1.5 pe-3 text-start font-medium whitespace-nowrap">
								{linked(first, links[n]?.[0])}
							</th>
							{cells.map((cell, index) => (
								<td key={head[index + 1]} className="py-1.5 pe-3 text-end whitespace-nowrap figures last:pe-0">
									{linked(cell, links[n]?.[index + 1])}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}

const linked = (cell: string, to: string | undefined): ReactNode =>
	to ? <FigureLink to={to}>{cell}</FigureLink> : cell;
