import { useState } from 'react';
import type { Receivable, WallPayment } from '../../../contract/admin/treasury.ts';
import { WALL_PAYMENT_USD_MAX } from '../../../contract/limits.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { words } from '../../lib/format/branding.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { ActionButton } from '../ui/action-dialog.tsx';
import { formatDollars } from '../ui/dollars.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { FigureLink } from '../ui/figure-link.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { NumberField, SelectField, TextField } from '../ui/tables/filter-fields.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

const texts = {
	title: 'Owed to us',
	lead: 'By months of each partner’s own time zone: what its postbacks make it owe, less what was paid.',
	caption: 'What walls owe, by month',
	empty: 'No wall has earned anything yet.',
	month: 'Month',
	wall: 'Offerwall',
	earned: 'Earned',
	invoiced: 'Invoiced',
	paid: 'Paid',
	open: 'Open',
	age: 'Age',
	entered: 'Entered',
	totals: 'Still open, by age',
	ages: {
		current: 'Not due',
		'up-to-30': '0 to 30 days',
		'up-to-60': '31 to 60 days',
		'up-to-90': '61 to 90 days',
		'over-90': 'Over 90 days',
	} satisfies Record<Receivable['age'], string>,
	settled: 'Paid',
	above: 'Paid above',
	enter: 'Enter',
	title_: (wall: string, month: string) => `${wall}, ${month}`,
	action: 'Enter it',
	consequence: `Adds a row, which stays. A mistake is taken back by a negative one. It moves no ${words.currencySign}.`,
	kind: 'What it is',
	kinds: [
		['paid', 'Paid: the money has arrived'],
		['invoiced', 'Invoiced'],
	] as const,
	kindWords: { paid: 'Paid', invoiced: 'Invoiced' },
	usd: 'Amount in $',
	reference: 'Number of the invoice or transfer (may be empty)',
	done: 'It is entered.',
	failed: 'What was entered could not be read.',
	none: 'Nothing was entered yet.',
};

const ages = Object.keys(texts.ages) as Receivable['age'][];
const tones: Record<Receivable['age'], BadgeTone> = {
	current: 'plain',
	'up-to-30': 'plain',
	'up-to-60': 'waiting',
	'up-to-90': 'waiting',
	'over-90': 'bad',
};
const HALF_A_CENT = 0.005;
/** Of months and walls there are soon hundreds. */
const ROWS_SHOWN = 15;

const openOf = ({ owed_usd, paid_usd }: Receivable) => owed_usd - paid_usd;
const isOpen = (row: Receivable) => Math.abs(openOf(row)) >= HALF_A_CENT;

const columns: DataColumn<Receivable>[] = [
	{ title: texts.month, cell: ({ month }) => <span className="tabular-nums">{month}</span> },
	{ title: texts.wall, cell: ({ wall_name }) => wall_name },
	{
		title: texts.earned,
		isNumber: true,
		cell: (row) => <FigureLink to={rowsOf(row)}>{formatDollars(row.owed_usd)}</FigureLink>,
	},
	{ title: texts.invoiced, isNumber: true, cell: ({ invoiced_usd }) => formatDollars(invoiced_usd) },
	{ title: texts.paid, isNumber: true, cell: ({ paid_usd }) => formatDollars(paid_usd) },
	{ title: texts.open, isNumber: true, cell: (row) => <strong>{formatDollars(isOpen(row) ? openOf(row) : 0)}</strong> },
	{
		title: texts.age,
		cell: (row) => <Age row={row} />,
	},
	{ title: texts.entered, cell: (row) => <EnterPayment row={row} /> },
];

/** Of the partner's own month. */
function rowsOf({ wall_id, from, until }: Receivable): string {
	return `/admin/books?account=partner:${wall_id}&since=${from}&until=${until}`;
}

function Age({ row }: { row: Receivable }) {
	if (!isOpen(row)) return <Badge tone="good">{texts.settled}</Badge>;
	if (openOf(row) < 0) return <Badge tone="waiting">{texts.above}</Badge>;
	return <Badge tone={tones[row.age]}>{texts.ages[row.age]}</Badge>;
}

export function Receivables({ rows }: { rows: readonly Receivable[] }) {
	const [shown, setShown] = useState(ROWS_SHOWN);
	return (
		<section aria-labelledby="receivables">
			<h2 id="receivables" className="text-lg font-bold">
				{texts.title}
			</h2>
			<p className="mt-1 mb-3 max-w-prose text-sm text-soft">{texts.lead}</p>
			{rows.length > 0 && <Ageing rows={rows} />}
			<DataTable
				columns={columns}
				rows={rows.slice(0, shown)}
				texts={texts}
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
		<dl aria-label={texts.totals} className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
			{sums.map(({ age, usd }) => (
				<div key={age} className="rounded-control border border-line bg-card px-4 py-3">
					<dt className="text-sm text-soft">{texts.ages[age]}</dt>
					<dd className={`mt-0.5 font-bold figures ${age === 'over-90' && usd >= HALF_A_CENT ? 'text-danger' : ''}`}>
						{formatDollars(usd)}
					</dd>
				</div>
			))}
		</dl>
	);
}

function EnterPayment({ row: { wall_id, wall_name, month } }: { row: Receivable }) {
	const call = useCall();
	// Of one form: sent twice, it is one row.
	const [requestId, setRequestId] = useState(() => crypto.randomUUID());
	return (
		<ActionButton
			needs="change-treasury"
			label={texts.enter}
			title={texts.title_(wall_name, month)}
			action={texts.action}
			consequence={texts.consequence}
			done={texts.done}
			run={async ({ reason, fields }) => {
				const entered = await call('adminEnterWallPayment', {
					wall_id,
					month,
					kind: fields.get('kind') as WallPayment['kind'],
					usd: Number(fields.get('usd')),
					reference: String(fields.get('reference')).trim() || null,
					request_id: requestId,
					reason,
				});
				setRequestId(crypto.randomUUID());
				return entered;
			}}
		>
			<Entered wallId={wall_id} month={month} />
			<SelectField label={texts.kind} name="kind" options={texts.kinds} />
			<NumberField
				label={texts.usd}
				name="usd"
				required
				min={-WALL_PAYMENT_USD_MAX}
				max={WALL_PAYMENT_USD_MAX}
				step={0.01}
			/>
			<TextField label={texts.reference} name="reference" maxLength={100} />
		</ActionButton>
	);
}

function Entered({ wallId, month }: { wallId: string; month: string }) {
	const { data, error, retry } = useAdminQuery('adminGetWallPayments', { wall_id: wallId, month }, texts);
	if (error) return <RetryNotice error={error} onRetry={retry} />;
	if (!data?.length) return <p className="text-sm text-soft">{data && texts.none}</p>;
	return (
		<ul className="grid gap-1 text-sm">
			{data.map(({ id, kind, usd, reference, entered_at }) => (
				<li key={id} className="flex flex-wrap justify-between gap-x-4">
					<span>
						{texts.kindWords[kind]} <strong className="figures">{formatDollars(usd)}</strong> {reference}
					</span>
					<span className="text-soft">
						<ExactTime timeMs={entered_at} />
					</span>
				</li>
			))}
		</ul>
	);
}
