import { useState } from 'react';
import type { Receivable } from '../../../contract/treasury.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { formatDollars } from '../ui/dollars.ts';
import { FigureLink } from '../ui/figure-link.tsx';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { DateRangeFields, dateRange, timesOf } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
import { SelectField } from '../ui/tables/filter-fields.tsx';
import { useAddressFilter } from '../ui/tables/use-address-filter.ts';
import { EnteredSum, EnterPayment } from './wall-payments.tsx';

const ageTexts = {
	current: 'Not due',
	'up-to-30': '0 to 30 days',
	'up-to-60': '31 to 60 days',
	'up-to-90': '61 to 90 days',
	'over-90': 'Over 90 days',
} satisfies Record<Receivable['age'], string>;

const ages = Object.keys(ageTexts) as Receivable['age'][];
const tones: Record<Receivable['age'], BadgeTone> = {
	current: 'plain',
	'up-to-30': 'plain',
	'up-to-60': 'waiting',
	'up-to-90': 'waiting',
	'over-90': 'bad',
};
const HALF_A_CENT = 0.005;
const ROWS_SHOWN = 15;

const openOf = ({ owed_usd, paid_usd }: Receivable) => owed_usd - paid_usd;
const isOpen = (row: Receivable) => Math.abs(openOf(row)) >= HALF_A_CENT;

const columns: DataColumn<Receivable>[] = [
	{ title: 'Month', cell: ({ month }) => <span className="tabular-nums">{month}</span> },
	{ title: 'Offerwall', cell: ({ wall_name }) => wall_name },
	{
		title: 'Earned',
		isNumber: true,
		cell: (row) => <FigureLink to={rowsOf(row)}>{formatDollars(row.owed_usd)}</FigureLink>,
	},
	{ title: 'Invoiced', isNumber: true, cell: (row) => <EnteredSum row={row} kind="invoiced" /> },
	{ title: 'Paid', isNumber: true, cell: (row) => <EnteredSum row={row} kind="paid" /> },
	{ title: 'Open', isNumber: true, cell: (row) => <strong>{formatDollars(isOpen(row) ? openOf(row) : 0)}</strong> },
	{ title: 'Age', cell: (row) => <Age row={row} /> },
	{ title: 'Action', cell: (row) => <EnterPayment row={row} /> },
];

function rowsOf({ wall_id, from, until }: Receivable): string {
	return `/admin/books?account=partner:${wall_id}&since=${from}&until=${until}`;
}

function Age({ row }: { row: Receivable }) {
	if (!isOpen(row)) return <Badge tone="good">Paid</Badge>;
	if (openOf(row) < 0) return <Badge tone="waiting">Overpaid</Badge>;
	return <Badge tone={tones[row.age]}>{ageTexts[row.age]}</Badge>;
}

export function Receivables({ rows: all }: { rows: readonly Receivable[] }) {
	const [shown, setShown] = useState(ROWS_SHOWN);
	const { filter, bar } = useAddressFilter(['wall', 'age', ...dateRange]);
	const { from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = timesOf(filter);
	const walls = new Map(all.map(({ wall_id, wall_name }) => [wall_id, wall_name]));
	const rows = all.filter(
		(row) =>
			(!filter.wall || row.wall_id === filter.wall) &&
			(!filter.age || (row.age === filter.age && isOpen(row))) &&
			row.until > from &&
			row.from < until,
	);
	return (
		<section aria-labelledby="receivables">
			<h2 id="receivables" className="text-lg font-bold">
				Owed to us
			</h2>
			<p className="mt-1 mb-3 max-w-prose text-sm text-soft">
				Earnings from postbacks less payments, by month in each partner's time zone.
			</p>
			{all.length > 0 && (
				<>
					<Ageing rows={all} />
					<FilterBar {...bar}>
						<SelectField
							label="Offerwall"
							name="wall"
							defaultValue={filter.wall ?? ''}
							className="w-48"
							options={[['', 'All offerwalls'], ...walls]}
						/>
						<SelectField
							label="Age"
							name="age"
							defaultValue={filter.age ?? ''}
							className="w-44"
							options={[['', 'All ages'], ...ages.map((age) => [age, ageTexts[age]] as const)]}
						/>
						<DateRangeFields filter={filter} />
					</FilterBar>
				</>
			)}
			<DataTable
				columns={columns}
				rows={rows.slice(0, shown)}
				texts={{ caption: 'Owed by partners, by month', empty: 'No earnings match.' }}
				keyOf={({ wall_id, month }) => `${month} ${wall_id}`}
				more={rows.length > shown ? { load: () => setShown(shown + ROWS_SHOWN), isLoading: false } : undefined}
			/>
		</section>
	);
}

function Ageing({ rows }: { rows: readonly Receivable[] }) {
	const sums = ages.map((age) => ({
		age,
		usd: rows.filter((row) => row.age === age && isOpen(row)).reduce((sum, row) => sum + openOf(row), 0),
	}));
	return (
		<dl aria-label="Open amounts by age" className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
			{sums.map(({ age, usd }) => (
				<div key={age} className="rounded-control border border-line bg-card px-4 py-3">
					<dt className="text-sm text-soft">{ageTexts[age]}</dt>
					<dd className={`mt-0.5 font-bold figures ${age === 'over-90' && usd >= HALF_A_CENT ? 'text-danger' : ''}`}>
						<FigureLink to={`?age=${age}#receivables`}>{formatDollars(usd)}</FigureLink>
					</dd>
				</div>
			))}
		</dl>
	);
}
