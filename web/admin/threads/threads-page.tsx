import { Link, useLocation } from 'react-router';
import type { AdminThread, AnswerTimes } from '../../../contract/admin/threads.ts';
import { textLinkLook } from '../../ui/button.tsx';
import type { AdminPageProps } from '../pages.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { ExactTime } from '../ui/exact-time.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { FigureLink } from '../ui/figure-link.tsx';
import { PagedTable } from '../ui/tables/call-table.tsx';
import type { DataColumn } from '../ui/tables/data-table.tsx';
import { byTime, rangeOf, useTimeList } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
import { UserLink } from '../ui/user-link.tsx';
import { ViewTabs, viewIn } from '../ui/view-tabs.tsx';
import { useAdminPages } from '../use-admin-pages.ts';
import { aboutInWords, statesInWords } from './thread-words.ts';

const texts = {
	views: 'Messages',
	caption: 'Messages',
	thread: 'Reference',
	subject: 'Subject',
	who: 'User',
	about: 'About',
	state: 'Status',
	asked: 'Waiting since',
	changed: 'Updated',
	empty: 'No messages here.',
	failed: 'Couldn’t load messages.',
	answeredSince: 'Conversations with a reply from us in the last 90 days.',
	figures: 'Response times: last 90 days',
	open: 'Waiting now',
	oldest: 'Oldest',
	answers: 'Replies',
	median: 'Median',
	p90: '90th percentile',
	hours: (hours: number) => `${hours} h`,
	unknown: '-',
};

const views = [
	{ name: 'open', label: 'Waiting' },
	{ name: 'waiting', label: 'Answered' },
	{ name: 'closed', label: 'Closed' },
	{ name: 'any', label: 'All' },
] as const;

/** On the page of whoever wrote. */
export const threadColumns: DataColumn<AdminThread>[] = [
	{
		title: texts.thread,
		cell: ({ reference }) => (
			<Link
				to={`/admin/threads/${encodeURIComponent(reference)}`}
				className={`font-mono text-xs md:whitespace-nowrap ${textLinkLook}`}
			>
				{reference}
			</Link>
		),
	},
	{ title: texts.subject, cell: ({ subject }) => <span className="[overflow-wrap:anywhere]">{subject}</span> },
	{
		title: texts.about,
		cell: ({ about }) =>
			about && (
				<>
					<span className="md:whitespace-nowrap">{aboutInWords({ ...about, id: null })}</span> {about.id}
				</>
			),
	},
	{ title: texts.state, cell: ({ state }) => <span className="md:whitespace-nowrap">{statesInWords[state]}</span> },
	{ title: texts.asked, cell: ({ asked_at }) => asked_at !== null && <ExactTime timeMs={asked_at} /> },
	{ title: texts.changed, cell: ({ changed_at }) => <ExactTime timeMs={changed_at} /> },
];

const who: DataColumn<AdminThread> = {
	title: texts.who,
	cell: ({ uid, user_name: name }) => <UserLink user={{ uid, name }} />,
};
const allColumns = threadColumns.toSpliced(2, 0, who);

const orderedBy = (title: string) =>
	allColumns.map((column) => (column.title === title ? { ...column, orders: byTime } : column));
const [orderedByAsked, orderedByChange] = [orderedBy(texts.asked), orderedBy(texts.changed)];

export default function ThreadsPage({ heading, lead }: AdminPageProps) {
	const { search } = useLocation();
	const view = viewIn(views, search);
	return (
		<>
			<AdminHeading lead={lead}>{heading}</AdminHeading>
			<ViewTabs label={texts.views} views={views} shown={view} />
			<Threads key={view} view={view} />
		</>
	);
}

function Threads({ view }: { view: (typeof views)[number]['name'] }) {
	const isOpen = view === 'open';
	const { filter, bar, fields, times, order } = useTimeList(['answered'], isOpen ? 'oldest' : 'newest');
	const { from: answered_from } = rangeOf({ ...(filter.answered && { since: filter.answered }) });
	const state = !isOpen && { state: view };
	const history = useAdminPages('adminGetThreads', { ...times, ...state, ...(answered_from && { answered_from }) });
	const { first } = history;
	return (
		<>
			<FilterBar {...bar}>{fields}</FilterBar>
			{answered_from && <p className="mb-3 text-sm text-soft">{texts.answeredSince}</p>}
			<PagedTable
				columns={isOpen ? orderedByAsked : orderedByChange}
				history={history}
				texts={texts}
				order={order}
				keyOf={({ reference }) => reference}
			/>
			{first && <Figures figures={first.figures} />}
		</>
	);
}

/** The longest waiting stands first there. */
const WAITING = '/admin/threads';

function Figures({ figures }: { figures: AnswerTimes }) {
	const { since, open, oldest_asked_at, answers, median_hours, p90_hours } = figures;
	const answered = `/admin/threads?show=any&answered=${since}`;
	const hours = (value: number | null) => (value === null ? texts.unknown : texts.hours(value));
	return (
		<div className="mt-8">
			<FactCard
				title={texts.figures}
				facts={[
					{ label: texts.open, value: <FigureLink to={WAITING}>{open}</FigureLink> },
					{
						label: texts.oldest,
						value:
							oldest_asked_at === null ? (
								texts.unknown
							) : (
								<FigureLink to={WAITING}>
									<ExactTime timeMs={oldest_asked_at} />
								</FigureLink>
							),
					},
					{ label: texts.answers, value: <FigureLink to={answered}>{answers}</FigureLink> },
					{ label: texts.median, value: <FigureLink to={answered}>{hours(median_hours)}</FigureLink> },
					{ label: texts.p90, value: <FigureLink to={answered}>{hours(p90_hours)}</FigureLink> },
				]}
			/>
		</div>
	);
}
