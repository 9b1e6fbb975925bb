import { Suspense, useMemo } from 'react';
import type { CallResult } from '../../../contract/calls.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { ReportDifference, WallReport } from '../../../contract/offerwalls/reconciliation.ts';
import { part } from '../../lib/optional.ts';
import { Badge, type BadgeTone, Skeleton, TextLink } from '../../ui/basics.tsx';
import { outcomeInWords } from '../offerwalls/outcome-words.ts';
import { ActionButton, SelectField } from '../ui/forms.tsx';
import { type DataColumn, DataTable, FilterBar } from '../ui/tables/data-table.tsx';
import { DateRangeFields, dateRange } from '../ui/tables/date-range.tsx';
import { useAddressFilter, useInAddress } from '../ui/tables/use-address-filter.ts';
import { ExactTime, FigureLink, formatDollars } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';

const views = { open: 'Open', all: 'All' };
const states = { open: 'Open', agreed: 'Matches now', settled: 'Resolved' } satisfies Record<
	ReportDifference['state'],
	string
>;

const tones: Record<ReportDifference['state'], BadgeTone> = { open: 'bad', agreed: 'good', settled: 'plain' };

export function Differences({ items, walls }: { items: readonly ReportDifference[]; walls: readonly WallReport[] }) {
	const [shown, setShown] = useInAddress('state', ['open', 'all']);
	const names = new Map(walls.map(({ wall_id, wall_name }) => [wall_id, wall_name]));
	const nameOf = (id: string) => names.get(id) ?? id;
	const rows = shown === 'open' ? items.filter(({ state }) => state === 'open') : items;
	const isNew = items.length === 0 && walls.every(({ days_told }) => days_told === 0);
	return (
		<section aria-labelledby="differences">
			<div className="mb-3 flex flex-wrap items-end justify-between gap-3">
				<h2 id="differences" className="text-lg font-bold">
					Differences
				</h2>
				<SelectField
					label="Show"
					options={Object.entries(views)}
					value={shown}
					onChange={({ currentTarget }) => setShown(currentTarget.value)}
				/>
			</div>
			<DataTable
				columns={columnsOf(nameOf)}
				rows={rows}
				texts={{
					caption: 'Differences between reports and books',
					empty: isNew
						? 'No partner has reported a day yet, so nothing was compared.'
						: shown === 'open'
							? 'No open differences. All reported days match or are resolved.'
							: 'No differences.',
				}}
				keyOf={({ wall_id, day }) => `${day} ${wall_id}`}
			/>
		</section>
	);
}

function columnsOf(nameOf: (wall: string) => string): DataColumn<ReportDifference>[] {
	return [
		{ title: 'Day', cell: ({ day }) => <span className="tabular-nums md:whitespace-nowrap">{day}</span> },
		{ title: 'Offerwall', cell: ({ wall_id }) => nameOf(wall_id) },
		{ title: 'Booked', isNumber: true, cell: (item) => <Ours item={item} /> },
		{ title: 'Reported', isNumber: true, cell: ({ theirs_usd }) => formatDollars(theirs_usd) },
		{ title: 'Difference', isNumber: true, cell: (item) => <By item={item} /> },
		{ title: 'Details', cell: (item) => <Known item={item} /> },
		{
			title: 'Status',
			cell: (item) => (
				<span className="grid justify-items-start gap-2 max-md:justify-items-end">
					<Badge tone={tones[item.state]}>{states[item.state]}</Badge>
					{item.state === 'open' && <Settle item={item} name={nameOf(item.wall_id)} />}
				</span>
			),
		},
	];
}

function Ours({ item: { wall_id, starts, ends, ours_usd } }: { item: ReportDifference }) {
	const rows = `/admin/books?account=partner:${wall_id}&since=${starts}&until=${ends}`;
	return <FigureLink to={rows}>{formatDollars(ours_usd)}</FigureLink>;
}

function By({ item: { ours_usd, theirs_usd } }: { item: ReportDifference }) {
	const more = theirs_usd - ours_usd;
	return (
		<>
			<strong>{formatDollars(Math.abs(more))}</strong>
			<span className="block text-xs text-soft">{more > 0 ? 'Partner reports more' : 'We booked more'}</span>
		</>
	);
}

function Known({ item }: { item: ReportDifference }) {
	const { wall_id, starts, ends, moved, reconciled_usd, told, callbacks } = item;
	const before = told.slice(0, -1);
	const address = new URLSearchParams({ show: 'callbacks', wall: wall_id, since: String(starts), until: String(ends) });
	return (
		<div className="grid gap-1 text-sm">
			{moved && (
				<p>{`${moved} differs by the same amount in the other direction. The partner probably uses another day.`}</p>
			)}
			{reconciled_usd !== null && reconciled_usd !== 0 && (
				<p>{`The partner lists ${formatDollars(reconciled_usd)} separately as reversed.`}</p>
			)}
			{before.length > 0 && (
				<p className="text-soft">
					Reported earlier:{' '}
					{before.map(({ at, usd }) => (
						<span key={at} className="block">
							{`${formatDollars(usd)} on`} <ExactTime timeMs={at} />
						</span>
					))}
				</p>
			)}
			<p className="text-soft">
				{callbacks.length === 0 ? (
					'No postbacks that day.'
				) : (
					<>
						<TextLink to={`/admin/logs?${address}`}>Postbacks that day</TextLink>:{' '}
						{callbacks.map(({ outcome, count }) => `${count} ${outcomeInWords(outcome).toLowerCase()}`).join(', ')}
					</>
				)}
			</p>
		</div>
	);
}

function Settle({ item: { wall_id, day }, name }: { item: ReportDifference; name: string }) {
	return (
		<ActionButton
			needs="change-treasury"
			label="Resolve"
			title={`Resolve the difference for ${name} on ${day}`}
			action="Resolve"
			consequence="Closes the difference with your finding. Nothing is booked. It reopens if the figures change."
			done="Difference resolved."
			run={({ reason, call }) => call('adminSettleDifference', { wall_id, day, reason })}
		/>
	);
}

const WallReports = part(() => import('./wall-reports.tsx'), 'WallReports');

const texts = { failed: "Couldn't load the reconciliation." };

type Orders = CallResult<'adminGetReconciliation'>['orders'];

const SHOWN_DAYS = 60;

export default function ReconciliationPage() {
	const { filter, bar } = useAddressFilter(dateRange);
	const usual = useMemo(() => {
		const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
		return { from: day(SHOWN_DAYS), to: day(0) };
	}, []);
	const { from = usual.from, to = usual.to } = filter;
	const { data, error, retry } = useAdminQuery('adminGetReconciliation', { from, to }, texts);
	return (
		<>
			<FilterBar {...bar}>
				<DateRangeFields filter={{ from, to }} />
			</FilterBar>
			{error && !data && <RetryNotice error={error} onRetry={retry} />}
			{!data && !error && <Skeleton className="h-64 w-full rounded-card" />}
			{data && (
				<div className="grid gap-8">
					<Differences items={data.items} walls={data.walls} />
					<Suspense fallback={<Skeleton className="h-40 w-full rounded-card" />}>
						<WallReports walls={data.walls} span={{ from, to }} />
					</Suspense>
					<OrdersCompared orders={data.orders} />
				</div>
			)}
		</>
	);
}

function OrdersCompared({ orders: { ended, compared, differences } }: { orders: Orders }) {
	return (
		<section aria-labelledby="orders">
			<h2 id="orders" className="mb-2 text-lg font-bold">
				Vendor orders
			</h2>
			<p className="rounded-card border border-line bg-card p-5 text-sm raised">
				{ended === 0 ? 'No closed orders.' : `${compared} of ${ended} closed orders compared.`}{' '}
				{differences === 0 ? (
					'No differences.'
				) : (
					<TextLink to="/admin/withdrawals?show=differences">
						{differences === 1 ? '1 open difference' : `${differences} open differences`}
					</TextLink>
				)}
			</p>
		</section>
	);
}
