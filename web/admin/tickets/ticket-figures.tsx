import type { ReactNode } from 'react';
import type { WallClaims } from '../../../contract/admin/claims.ts';
import type { AnswerTimes } from '../../../contract/admin/threads.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { inThousands } from '../../lib/format/amount.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { FigureLink } from '../ui/figure-link.tsx';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';

const unknown = '-';

const percent = (share: number | null) => (share === null ? unknown : `${Math.round(share * 100)}%`);
const hours = (value: number | null) => (value === null ? unknown : `${value} h`);

export function WallFigures({ walls, walls_since }: CallResult<'adminGetClaims'>) {
	const rowsOf = (show: string, { wall_id: wall }: WallClaims, figure: ReactNode) => (
		<FigureLink to={`/admin/claims?${new URLSearchParams({ show, wall, since: String(walls_since) })}`}>
			{figure}
		</FigureLink>
	);
	const columns: DataColumn<WallClaims>[] = [
		{ title: 'Offerwall', cell: ({ wall_id }) => wall_id },
		{ title: 'Claims', isNumber: true, cell: (row) => rowsOf('any', row, inThousands(row.claims)) },
		{ title: 'Open', isNumber: true, cell: (row) => rowsOf('waiting', row, inThousands(row.open)) },
		{
			title: 'Per 1,000 credits',
			isNumber: true,
			cell: (row) => (row.per_1000 === null ? unknown : rowsOf('any', row, row.per_1000)),
		},
		{ title: 'Median (days)', isNumber: true, cell: ({ median_days }) => median_days ?? unknown },
		{ title: 'Settled', isNumber: true, cell: (row) => rowsOf('settled', row, percent(row.settled_share)) },
	];
	return (
		<>
			<h2 className="mt-8 mb-3 font-bold">By offerwall, last 90 days</h2>
			<DataTable
				columns={columns}
				rows={walls}
				texts={{ caption: 'By offerwall, last 90 days', empty: 'No claims in the last 90 days.' }}
				keyOf={({ wall_id }) => wall_id}
			/>
		</>
	);
}

export function AnswerFigures({ since, open, oldest_asked_at, answers, median_hours, p90_hours }: AnswerTimes) {
	const toWaiting = (figure: ReactNode) => <FigureLink to="/admin/threads">{figure}</FigureLink>;
	const toAnswered = (figure: ReactNode) => (
		<FigureLink to={`/admin/threads?show=any&answered=${since}`}>{figure}</FigureLink>
	);
	const oldest = oldest_asked_at === null ? unknown : toWaiting(<ExactTime timeMs={oldest_asked_at} />);
	return (
		<div className="mt-8">
			<FactCard
				title="Response times: last 90 days"
				facts={[
					{ label: 'Waiting now', value: toWaiting(open) },
					{ label: 'Oldest', value: oldest },
					{ label: 'Replies', value: toAnswered(answers) },
					{ label: 'Median', value: toAnswered(hours(median_hours)) },
					{ label: '90th percentile', value: toAnswered(hours(p90_hours)) },
				]}
			/>
		</div>
	);
}
