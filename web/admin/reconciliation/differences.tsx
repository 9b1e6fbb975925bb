import type { ReportDifference, WallReport } from '../../../contract/offerwalls/reconciliation.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { outcomeInWords } from '../offerwalls/outcome-words.ts';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { formatDollars } from '../ui/dollars.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { FigureLink } from '../ui/figure-link.tsx';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { SelectField } from '../ui/tables/filter-fields.tsx';
import { useInAddress } from '../ui/tables/use-address-filter.ts';

const views = [
	['open', 'Open'],
	['all', 'All'],
] as const;
const states = { open: 'Open', agreed: 'Matches now', settled: 'Resolved' } satisfies Record<
	ReportDifference['state'],
	string
>;

const tones: Record<ReportDifference['state'], BadgeTone> = { open: 'bad', agreed: 'good', settled: 'plain' };

type Props = { items: readonly ReportDifference[]; walls: readonly WallReport[] };

export function Differences({ items, walls }: Props) {
	const [shown, setShown] = useInAddress('state', ['open', 'all']);
	const names = new Map(walls.map(({ wall_id, wall_name }) => [wall_id, wall_name]));
	const nameOf = (id: string) => names.get(id) ?? id;
	const rows = shown === 'open' ? items.filter(({ state }) => state === 'open') : items;
	return (
		<section aria-labelledby="differences">
			<div className="mb-3 flex flex-wrap items-end justify-between gap-3">
				<h2 id="differences" className="text-lg font-bold">
					Differences
				</h2>
				<SelectField
					label="Show"
					options={views}
					value={shown}
					onChange={({ currentTarget }) => setShown(currentTarget.value)}
				/>
			</div>
			<DataTable
				columns={columnsOf(nameOf)}
				rows={rows}
				texts={{
					caption: 'Differences between reports and books',
					empty: shown === 'open' ? 'No open differences. All reported days match or are resolved.' : 'No differences.',
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
