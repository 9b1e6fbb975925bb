import { Link, useLocation } from 'react-router';
import type { AdminClaim, WallClaims } from '../../../contract/admin/claims.ts';
import { textLinkLook } from '../../ui/button.tsx';
import type { AdminPageProps } from '../pages.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { formatAmount } from '../ui/amount.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { PagedTable } from '../ui/tables/call-table.tsx';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { byTime, useTimeList } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
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
	wallAlone: 'The wall alone',
	answer: 'The machine said',
	state: 'State',
	opened: 'Opened',
	amount: 'Amount',
	empty: 'Nobody waits for an answer.',
	failed: 'The claims could not be read.',
	figures: 'By offerwall, in the last 90 days',
	count: 'Claims',
	open: 'Open',
	perThousand: 'Per 1,000 credits',
	days: 'Median days',
	settled: 'Settled',
	unknown: '-',
	noFigures: 'No claims in the last 90 days.',
};

const views = [
	{ name: 'waiting', label: 'Waiting' },
	{ name: 'settled', label: 'Settled' },
	{ name: 'declined', label: 'Declined' },
] as const;

const columns: DataColumn<AdminClaim>[] = [
	{
		title: texts.claim,
		cell: ({ reference }) => (
			<Link to={`/admin/claims/${encodeURIComponent(reference)}`} className={`font-mono text-xs ${textLinkLook}`}>
				{reference}
			</Link>
		),
	},
	{ title: texts.who, cell: ({ uid, user_name: name }) => <UserLink user={{ uid, name }} /> },
	{ title: texts.wall, cell: ({ wall_id }) => wall_id },
	{ title: texts.offer, cell: ({ offer }) => offer ?? texts.wallAlone },
	{ title: texts.answer, cell: ({ answer }) => answersInWords[answer] },
	{ title: texts.state, cell: ({ state }) => statesInWords[state] },
	{ title: texts.amount, isNumber: true, cell: ({ amount }) => amount !== null && formatAmount(amount) },
	{ title: texts.opened, orders: byTime, cell: ({ opened_at }) => <ExactTime timeMs={opened_at} /> },
];

const percent = (share: number | null) => (share === null ? texts.unknown : `${Math.round(share * 100)} %`);

const figureColumns: DataColumn<WallClaims>[] = [
	{ title: texts.wall, cell: ({ wall_id }) => wall_id },
	{ title: texts.count, isNumber: true, cell: ({ claims }) => claims },
	{ title: texts.open, isNumber: true, cell: ({ open }) => open },
	{ title: texts.perThousand, isNumber: true, cell: ({ per_1000 }) => per_1000 ?? texts.unknown },
	{ title: texts.days, isNumber: true, cell: ({ median_days }) => median_days ?? texts.unknown },
	{ title: texts.settled, isNumber: true, cell: ({ settled_share }) => percent(settled_share) },
];

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

function Claims({ view }: { view: (typeof views)[number]['name'] }) {
	const isWaiting = view === 'waiting';
	const { bar, fields, times, order } = useTimeList([], isWaiting ? 'oldest' : 'newest');
	const history = useAdminPages('adminGetClaims', { ...times, ...(!isWaiting && { state: view }) });
	const { first } = history;
	return (
		<>
			<FilterBar {...bar}>{fields}</FilterBar>
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
						columns={figureColumns}
						rows={first.walls}
						texts={{ caption: texts.figures, empty: texts.noFigures }}
						keyOf={({ wall_id }) => wall_id}
					/>
				</>
			)}
		</>
	);
}
