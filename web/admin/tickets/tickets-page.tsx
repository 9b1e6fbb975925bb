import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { WallClaims } from '../../../contract/admin/claims.ts';
import type { AnswerTimes } from '../../../contract/admin/threads.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { inThousands } from '../../lib/format/formats.ts';
import type { ItemOf, RequestOf } from '../../lib/use-history.ts';
import { FactCard } from '../ui/fact-list.tsx';
import { TextField } from '../ui/forms.tsx';
import type { Bulk } from '../ui/tables/bulk-bar.tsx';
import { type DataColumn, DataTable, FilterBar, PagedTable } from '../ui/tables/data-table.tsx';
import { byTime, rangeOf, useTimeList } from '../ui/tables/date-range.tsx';
import { ExactTime, FigureLink, formatAmount, RowLink, TimeAgo, UserLink } from '../ui/values.tsx';
import { useView, ViewTabs } from '../ui/view-tabs.tsx';
import { useAdminPages } from '../use-admin-query.tsx';
import { aboutInWords, claimAnswers, claimStates, threadStates } from './words.ts';

const unknown = '–';

const percent = (share: number | null) => (share === null ? unknown : `${Math.round(share * 100)}%`);
const hours = (value: number | null) => (value === null ? unknown : `${value} h`);

function WallFigures({ walls, walls_since }: CallResult<'adminGetClaims'>) {
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

function AnswerFigures({ since, open, oldest_asked_at, answers, median_hours, p90_hours }: AnswerTimes) {
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

type TicketCall = 'adminGetClaims' | 'adminGetThreads';
type Filter = Readonly<Record<string, string | undefined>>;

type TicketKind<Name extends TicketCall> = {
	texts: { caption: string; failed: string; empty: string };
	/** The first view lists waiting tickets, longest waiting first. Other views are states. */
	views: Readonly<Record<string, string>>;
	columnsOf: (isWaiting: boolean) => readonly DataColumn<ItemOf<Name>>[];
	bulkOf: (view: string) => Bulk<ItemOf<Name>> | undefined;
	filter: string;
	requestOf: (filter: Filter) => Partial<RequestOf<Name>>;
	fieldsOf: (filter: Filter) => ReactNode;
	figuresOf: (first: CallResult<Name>) => ReactNode;
};

export default function TicketsPage() {
	const { pathname } = useLocation();
	if (pathname === CLAIMS) return <Tickets call="adminGetClaims" kind={claims} />;
	return <Tickets call="adminGetThreads" kind={threads} />;
}

type TicketsProps<Name extends TicketCall> = { call: Name; kind: TicketKind<Name> };

function Tickets<Name extends TicketCall>(table: TicketsProps<Name>) {
	const { kind } = table;
	const view = useView(kind.views);
	return (
		<>
			<ViewTabs label={kind.texts.caption} views={kind.views} shown={view} />
			<TicketTable key={view} {...table} view={view} />
		</>
	);
}

function TicketTable<Name extends TicketCall>({ call, kind, view }: TicketsProps<Name> & { view: string }) {
	const isWaiting = view === Object.keys(kind.views)[0];
	const { filter, bar, fields, times, order } = useTimeList([kind.filter], isWaiting ? 'oldest' : 'newest');
	const request = { ...times, ...(!isWaiting && { state: view }), ...kind.requestOf(filter) };
	const history = useAdminPages(call, request as RequestOf<Name>);
	return (
		<>
			<FilterBar {...bar}>
				{kind.fieldsOf(filter)}
				{fields}
			</FilterBar>
			<PagedTable
				columns={kind.columnsOf(isWaiting)}
				bulk={kind.bulkOf(view)}
				history={history}
				texts={kind.texts}
				order={order}
			/>
			{history.first && kind.figuresOf(history.first)}
		</>
	);
}

const CLAIMS = '/admin/claims';

const claimColumn: DataColumn<{ reference: string }> = {
	title: 'Claim',
	cell: ({ reference }) => (
		<RowLink to={`${CLAIMS}/${encodeURIComponent(reference)}`} className="font-mono text-xs md:whitespace-nowrap">
			{reference}
		</RowLink>
	),
};

const userColumn: DataColumn<{ uid: string; user_name: string | null }> = {
	title: 'User',
	isLead: true,
	cell: ({ uid, user_name: name }) => <UserLink user={{ uid, name }} />,
};

function stateColumn<State extends string>(words: Record<State, string>): DataColumn<{ state: State }> {
	return { title: 'Status', cell: ({ state }) => <span className="md:whitespace-nowrap">{words[state]}</span> };
}

const claimColumns: DataColumn<ItemOf<'adminGetClaims'>>[] = [
	claimColumn,
	userColumn,
	{ title: 'Offerwall', cell: ({ wall_id }) => wall_id },
	{ title: 'Offer', cell: ({ offer }) => offer ?? 'Whole offerwall' },
	{ title: 'Automatic check', cell: ({ answer }) => claimAnswers[answer] },
	stateColumn(claimStates),
	{ title: 'Amount', isLead: true, isNumber: true, cell: ({ amount }) => amount !== null && formatAmount(amount) },
	{ title: 'Opened', orders: byTime, cell: ({ opened_at }) => <ExactTime timeMs={opened_at} /> },
];

const claimBulk: Bulk<ItemOf<'adminGetClaims'>> = {
	noun: ['claim', 'claims'],
	nameOf: ({ reference }) => reference,
	actions: [
		{
			label: 'Decline',
			needs: 'decide-claims',
			tone: 'danger',
			consequence: () => 'Notifies each user with your reason. They can open another claim.',
			reasonHint: 'The users see this.',
			each: ({ reference }, { call, reason }) => call('adminDeclineClaim', { reference, reason }),
		},
	],
};

const claims: TicketKind<'adminGetClaims'> = {
	texts: { caption: 'Claims', failed: "Couldn't load claims.", empty: 'No claims here.' },
	views: { waiting: 'Waiting', settled: 'Settled', declined: 'Declined', any: 'All' },
	columnsOf: () => claimColumns,
	bulkOf: (view) => (view === 'waiting' ? claimBulk : undefined),
	filter: 'wall',
	requestOf: ({ wall }) => (wall ? { wall_id: wall } : {}),
	fieldsOf: ({ wall }) => (
		<TextField label="Offerwall" name="wall" maxLength={40} defaultValue={wall} className="w-44" />
	),
	figuresOf: (first) => <WallFigures {...first} />,
};

export const threadColumns: DataColumn<ItemOf<'adminGetThreads'>>[] = [
	{
		title: 'Subject',
		cell: ({ subject, reference }) => (
			<>
				<RowLink to={`/admin/threads/${encodeURIComponent(reference)}`}>{subject}</RowLink>
				<span className="block font-mono text-xs text-soft">{reference}</span>
			</>
		),
	},
	{
		title: 'About',
		cell: ({ about }) => (
			<>
				<span className="md:whitespace-nowrap">{aboutInWords(about && { ...about, id: null })}</span> {about?.id}
			</>
		),
	},
	stateColumn(threadStates),
	{ title: 'Waiting since', cell: ({ asked_at }) => asked_at !== null && <ExactTime timeMs={asked_at} /> },
	{ title: 'Updated', cell: ({ changed_at }) => <TimeAgo timeMs={changed_at} /> },
];

const threadColumnsBy = (title: string) =>
	threadColumns
		.toSpliced(1, 0, userColumn)
		.map((column) => (column.title === title ? { ...column, orders: byTime } : column));
const [byWaiting, byChange] = [threadColumnsBy('Waiting since'), threadColumnsBy('Updated')];

const answeredFrom = ({ answered }: Filter) => rangeOf({ ...(answered && { since: answered }) }).from;

const threadBulk: Bulk<ItemOf<'adminGetThreads'>> = {
	noun: ['message', 'messages'],
	nameOf: ({ subject, reference }) => `${subject} (${reference})`,
	actions: [
		{
			label: 'Close without a reply',
			needs: 'answer-threads',
			consequence: () => "The users aren't notified. A conversation reopens if its user writes again.",
			each: ({ reference }, { call, reason }) => call('adminCloseThread', { reference, reason }),
		},
	],
};

const threads: TicketKind<'adminGetThreads'> = {
	texts: { caption: 'Messages', failed: "Couldn't load messages.", empty: 'No messages here.' },
	views: { open: 'Waiting', waiting: 'Answered', closed: 'Closed', any: 'All' },
	columnsOf: (isWaiting) => (isWaiting ? byWaiting : byChange),
	bulkOf: (view) => (view === 'open' || view === 'waiting' ? threadBulk : undefined),
	filter: 'answered',
	requestOf: (filter) => ({ answered_from: answeredFrom(filter) }),
	fieldsOf: (filter) =>
		answeredFrom(filter) !== undefined && (
			<p className="order-last basis-full text-sm text-soft">Conversations with a reply from us in the last 90 days.</p>
		),
	figuresOf: ({ figures }) => <AnswerFigures {...figures} />,
};
