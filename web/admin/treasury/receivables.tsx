import { useState } from 'react';
import { WALL_PAYMENT_USD_MAX } from '../../../contract/limits.ts';
import type { Receivable, WallPayment } from '../../../contract/treasury.ts';
import { words } from '../../lib/format/formats.ts';
import { Badge, type BadgeTone } from '../../ui/basics.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ActionButton, NumberField, PickField, SelectField, TextField, textIn } from '../ui/forms.tsx';
import { type DataColumn, DataTable, FilterBar } from '../ui/tables/data-table.tsx';
import { DateRangeFields, dateRange, timesOf } from '../ui/tables/date-range.tsx';
import { useAddressFilter } from '../ui/tables/use-address-filter.ts';
import { ExactTime, FigureLink, figureLinkLook, formatDollars, monthInWords } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';

const kinds = { paid: 'Payment received', invoiced: 'Invoice sent' } satisfies Record<WallPayment['kind'], string>;

function EnterPayment({ row: { wall_id, wall_name, month } }: { row: Receivable }) {
	const [requestId, setRequestId] = useState(() => crypto.randomUUID());
	return (
		<ActionButton
			needs="change-treasury"
			label="Record payment"
			title={`${wall_name}, ${month}`}
			action="Record"
			consequence={`Entries are permanent. Correct mistakes with a negative entry. No ${words.currencySign} moves.`}
			done="Recorded."
			run={async ({ reason, fields, call }) => {
				const entered = await call('adminEnterWallPayment', {
					wall_id,
					month,
					kind: fields.get('kind') as WallPayment['kind'],
					usd: Number(fields.get('usd')),
					reference: textIn(fields, 'reference') || null,
					request_id: requestId,
					reason,
				});
				setRequestId(crypto.randomUUID());
				return entered;
			}}
		>
			<Entered wallId={wall_id} month={month} />
			<SelectField label="Type" name="kind" options={Object.entries(kinds)} />
			<NumberField
				label="Amount in $"
				name="usd"
				required
				min={-WALL_PAYMENT_USD_MAX}
				max={WALL_PAYMENT_USD_MAX}
				step={0.01}
			/>
			<TextField label="Invoice or transfer number (optional)" name="reference" maxLength={100} />
		</ActionButton>
	);
}

function EnteredSum({ row, kind }: { row: Receivable; kind: WallPayment['kind'] }) {
	const [isOpen, setOpen] = useState(false);
	const { wall_id, wall_name, month } = row;
	const usd = kind === 'paid' ? row.paid_usd : row.invoiced_usd;
	if (usd === 0) return formatDollars(0);
	return (
		<>
			<button type="button" onClick={() => setOpen(true)} className={figureLinkLook}>
				{formatDollars(usd)}
			</button>
			<Dialog isOpen={isOpen} title={`${wall_name}, ${month}`} onClose={() => setOpen(false)}>
				<div className="mt-4 text-start">{isOpen && <Entered wallId={wall_id} month={month} kind={kind} />}</div>
			</Dialog>
		</>
	);
}

function Entered({ wallId, month, kind: only }: { wallId: string; month: string; kind?: WallPayment['kind'] }) {
	const failed = "Couldn't load payments.";
	const { data, error, retry } = useAdminQuery('adminGetWallPayments', { wall_id: wallId, month }, { failed });
	if (error) return <RetryNotice error={error} onRetry={retry} />;
	const rows = data?.filter(({ kind }) => !only || kind === only);
	if (!rows?.length) return <p className="text-sm text-soft">{rows && 'No entries yet.'}</p>;
	return (
		<ul className="grid gap-1 text-sm">
			{rows.map(({ id, kind, usd, reference, entered_at }) => (
				<li key={id} className="flex flex-wrap justify-between gap-x-4">
					<span>
						{kind === 'paid' ? 'Paid' : 'Invoiced'} <strong className="figures">{formatDollars(usd)}</strong>{' '}
						{reference}
					</span>
					<span className="text-soft">
						<ExactTime timeMs={entered_at} />
					</span>
				</li>
			))}
		</ul>
	);
}

const ageTexts = {
	current: 'Not due',
	'up-to-30': '0 to 30 days',
	'up-to-60': '31 to 60 days',
	'up-to-90': '61 to 90 days',
	'over-90': 'Over 90 days',
} satisfies Record<Receivable['age'], string>;

const ages = Object.keys(ageTexts) as Receivable['age'][];
const tones: Partial<Record<Receivable['age'], BadgeTone>> = {
	'up-to-60': 'waiting',
	'up-to-90': 'waiting',
	'over-90': 'bad',
};
const HALF_A_CENT = 0.005;
const ROWS_SHOWN = 15;

const openOf = ({ owed_usd, paid_usd }: Receivable) => owed_usd - paid_usd;
const isOpen = (row: Receivable) => Math.abs(openOf(row)) >= HALF_A_CENT;

const columns: DataColumn<Receivable>[] = [
	{ title: 'Month', cell: ({ month }) => monthInWords(month) },
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
	return <Badge tone={tones[row.age] ?? 'plain'}>{ageTexts[row.age]}</Badge>;
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
						<PickField label="Offerwall" name="wall" value={filter.wall} all="All offerwalls" choices={[...walls]} />
						<PickField label="Age" name="age" value={filter.age} all="All ages" choices={Object.entries(ageTexts)} />
						<DateRangeFields filter={filter} />
					</FilterBar>
				</>
			)}
			<DataTable
				columns={columns}
				rows={rows.slice(0, shown)}
				texts={{
					caption: 'Owed by partners, by month',
					empty: all.length > 0 ? 'No earnings match.' : 'No earnings yet.',
				}}
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
