import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { AdminClaim, WallClaims } from '../../../contract/admin/claims.ts';
import { inThousands } from '../../lib/format/amount.ts';
import { textLinkLook } from '../../ui/button.tsx';
import type { AdminPageProps } from '../pages.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { formatAmount } from '../ui/amount.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { FigureLink } from '../ui/figure-link.tsx';
import { PagedTable } from '../ui/tables/call-table.tsx';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { byTime, useTimeList } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
import { TextField } from '../ui/tables/filter-fields.tsx';
import { UserLink } from '../ui/user-link.tsx';
import { ViewTabs, viewIn } from '../ui/view-tabs.tsx';
import { useAdminPages } from '../use-admin-pages.ts';
import { answersInWords, statesInWords } from './claim-words.ts';

const texts = {
	views: 'Claims',
	caption: 'Claims',
	claim: 'Claim',
	who: 'User',
	wall: 'Offerwall',
	offer: 'Offer',
	wallAlone: 'Whole offerwall',
	answer: 'Automatic check',
	state: 'Status',
	opened: 'Opened',
	amount: 'Amount',
	empty: 'No claims here.',
	failed: 'Couldn’t load claims.',
	figures: 'By offerwall, last 90 days',
	count: 'Claims',
	open: 'Open',
	perThousand: 'Per 1,000 credits',
	days: 'Median (days)',
	settled: 'Settled',
	unknown: '-',
	noFigures: 'No claims in the last 90 days.',
};

const views = [
	{ name: 'waiting', label: 'Waiting' },
	{ name: 'settled', label: 'Settled' },
	{ name: 'declined', label: 'Declined' },
	{ name: 'any', label: 'All' },
] as const;

type View = (typeof views)[number]['name'];

const columns: DataColumn<AdminClaim>[] = [
	{
		title: texts.claim,
		cell: ({ reference }) => (
			<Link
				to={`/admin/claims/${encodeURIComponent(reference)}`}
				className={`font-mono text-xs md:whitespace-nowrap ${textLinkLook}`}
			>
				{reference}
			</Link>
		),
	},
	{ title: texts.who, cell: ({ uid, user_name: name }) => <UserLink user={{ uid, name }} /> },
	{ title: texts.wall, cell: ({ wall_id }) => wall_id },
	{ title: texts.offer, cell: ({ offer }) => offer ?? texts.wallAlone },
	{ title: texts.answer, cell: ({ answer }) => answersInWords[answer] },
	{ title: texts.state, cell: ({ state }) => <span className="md:whitespace-nowrap">{statesInWords[state]}</span> },
	{ title: texts.amount, isNumber: true, cell: ({ amount }) => amount !== null && formatAmount(amount) },
	{ title: texts.opened, orders: byTime, cell: ({ opened_at }) => <ExactTime timeMs={opened_at} /> },
];

const percent = (share: number | null) => (share === null ? texts.unknown : `${Math.round(share * 100)}%`);

/** Each figure leads to its claims. @param since from when on they count, in ms since the epoch */
function figureColumnsOf(since: number): DataColumn<WallClaims>[] {
	const rowsOf = (view: View, { wall_id }: WallClaims, figure: ReactNode) => (
		<FigureLink to={`/admin/claims?${new URLSearchParams({ show: view, wall: wall_id, since: String(since) })}`}>
			{figure}
		</FigureLink>
	);
	return [
		{ title: texts.wall, cell: ({ wall_id }) => wall_id },
		{ title: texts.count, isNumber: true, cell: (row) => rowsOf('any', row, inThousands(row.claims)) },
		{ title: texts.open, isNumber: true, cell: (row) => rowsOf('waiting', row, inThousands(row.open)) },
		{
			title: texts.perThousand,
			isNumber: true,
			cell: (row) => (row.per_1000 === null ? texts.unknown : rowsOf('any', row, row.per_1000)),
		},
		{ title: texts.days, isNumber: true, cell: ({ median_days }) => median_days ?? texts.unknown },
		{ title: texts.settled, isNumber: true, cell: (row) => rowsOf('settled', row, percent(row.settled_share)) },
	];
}

export default function ClaimsPage({ heading, lead }: AdminPageProps) {
	const { search } = useLocation();
	const view = viewIn(views, search);
	return (
		<>
			<AdminHeading lead={lead}>{heading}</AdminHeading>
			<ViewTabs label={texts.views} views={views} shown={view} />
			<Claims key={view} view={view} />
		</>
	);
}

function Claims({ view }: { view: View }) {
	const isWaiting = view === 'waiting';
	const { filter, bar, fields, times, order } = useTimeList(['wall'], isWaiting ? 'oldest' : 'newest');
	const state = !isWaiting && { state: view };
	const history = useAdminPages('adminGetClaims', { ...times, ...state, ...(filter.wall && { wall_id: filter.wall }) });
	const { first } = history;
	return (
		<>
			<FilterBar {...bar}>
				<TextField label={texts.wall} name="wall" maxLength={40} defaultValue={filter.wall} className="w-44" />
				{fields}
			</FilterBar>
			<PagedTable
				columns={columns}
				history={history}
				texts={texts}
				order={order}
				keyOf={({ reference }) => reference}
			/>
			{first && (
				<>
					<h2 className="mt-8 mb-3 font-bold">{texts.figures}</h2>
					<DataTable
						columns={figureColumnsOf(first.walls_since)}
						rows={first.walls}
						texts={{ caption: texts.figures, empty: texts.noFigures }}
						keyOf={({ wall_id }) => wall_id}
					/>
				</>
			)}
		</>
	);
}
