import { Link } from 'react-router';
import type { ReportDifference, WallReport } from '../../../contract/offerwalls/reconciliation.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { textLinkLook } from '../../ui/button.tsx';
import { outcomeInWords } from '../offerwalls/outcome-words.ts';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { formatDollars } from '../ui/dollars.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { FigureLink } from '../ui/figure-link.tsx';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { SelectField } from '../ui/tables/filter-fields.tsx';
import { useInAddress } from '../ui/tables/use-address-filter.ts';

const texts = {
	title: 'Differences',
	caption: 'Differences between reports and books',
	empty: 'No differences.',
	emptyOpen: 'No open differences. All reported days match or are resolved.',
	show: 'Show',
	shown: [
		['open', 'Open'],
		['all', 'All'],
	] as const,
	day: 'Day',
	wall: 'Offerwall',
	ours: 'Booked',
	theirs: 'Reported',
	by: 'Difference',
	theyMore: 'Partner reports more',
	weMore: 'We booked more',
	what: 'Details',
	moved: (day: string) =>
		`${day} differs by the same amount in the other direction. The partner probably uses another day.`,
	reconciled: (usd: string) => `The partner lists ${usd} separately as reversed.`,
	said: (usd: string) => `${usd} on`,
	before: 'Reported earlier:',
	callbacks: 'Postbacks that day',
	noCallbacks: 'No postbacks that day.',
	state: 'Status',
	states: { open: 'Open', agreed: 'Matches now', settled: 'Resolved' } satisfies Record<
		ReportDifference['state'],
		string
	>,
	settle: 'Resolve',
	settleTitle: (wall: string, day: string) => `Resolve the difference for ${wall} on ${day}`,
	consequence: 'Closes the difference with your finding. Nothing is booked. It reopens if the figures change.',
	settled: 'Difference resolved.',
};

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
					{texts.title}
				</h2>
				<SelectField
					label={texts.show}
					options={texts.shown}
					value={shown}
					onChange={({ currentTarget }) => setShown(currentTarget.value)}
				/>
			</div>
			<DataTable
				columns={columnsOf(nameOf)}
				rows={rows}
				texts={{ caption: texts.caption, empty: shown === 'open' ? texts.emptyOpen : texts.empty }}
				keyOf={({ wall_id, day }) => `${day} ${wall_id}`}
			/>
		</section>
	);
}

function columnsOf(nameOf: (wall: string) => string): DataColumn<ReportDifference>[] {
	return [
		{ title: texts.day, cell: ({ day }) => <span className="tabular-nums md:whitespace-nowrap">{day}</span> },
		{ title: texts.wall, cell: ({ wall_id }) => nameOf(wall_id) },
		{ title: texts.ours, isNumber: true, cell: (item) => <Ours item={item} /> },
		{ title: texts.theirs, isNumber: true, cell: ({ theirs_usd }) => formatDollars(theirs_usd) },
		{ title: texts.by, isNumber: true, cell: (item) => <By item={item} /> },
		{ title: texts.what, cell: (item) => <Known item={item} /> },
		{
			title: texts.state,
			cell: (item) => (
				<span className="grid justify-items-start gap-2 max-md:justify-items-end">
					<Badge tone={tones[item.state]}>{texts.states[item.state]}</Badge>
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
			<span className="block text-xs text-soft">{more > 0 ? texts.theyMore : texts.weMore}</span>
		</>
	);
}

function Known({ item }: { item: ReportDifference }) {
	const { wall_id, starts, ends, moved, reconciled_usd, told, callbacks } = item;
	const before = told.slice(0, -1);
	const address = new URLSearchParams({ show: 'callbacks', wall: wall_id, since: String(starts), until: String(ends) });
	return (
		<div className="grid gap-1 text-sm">
			{moved && <p>{texts.moved(moved)}</p>}
			{reconciled_usd !== null && reconciled_usd !== 0 && <p>{texts.reconciled(formatDollars(reconciled_usd))}</p>}
			{before.length > 0 && (
				<p className="text-soft">
					{texts.before}{' '}
					{before.map(({ at, usd }) => (
						<span key={at} className="block">
							{texts.said(formatDollars(usd))} <ExactTime timeMs={at} />
						</span>
					))}
				</p>
			)}
			<p className="text-soft">
				{callbacks.length === 0 ? (
					texts.noCallbacks
				) : (
					<>
						<Link to={`/admin/logs?${address}`} className={textLinkLook}>
							{texts.callbacks}
						</Link>
						: {callbacks.map(({ outcome, count }) => `${count} ${outcomeInWords(outcome).toLowerCase()}`).join(', ')}
					</>
				)}
			</p>
		</div>
	);
}

function Settle({ item: { wall_id, day }, name }: { item: ReportDifference; name: string }) {
	const call = useCall();
	return (
		<ActionButton
			needs="change-treasury"
			label={texts.settle}
			title={texts.settleTitle(name, day)}
			action={texts.settle}
			consequence={texts.consequence}
			done={texts.settled}
			run={({ reason }) => call('adminSettleDifference', { wall_id, day, reason })}
		/>
	);
}
